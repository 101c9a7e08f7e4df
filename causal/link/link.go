package link

import (
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// Stated reports whether an episode or a statement states the link.
func (l FactorLink) Stated() bool { return l.Evidence.Total() > 0 || l.Statements > 0 }

// Ends are the ends of a link as it is kept: without direction in the order of their keys.
func Ends(source factor.Identity, relation episodic.Relation, target factor.Identity) (from, to factor.Identity) {
	if relation == episodic.RelationCorrelates && target.Key() < source.Key() {
		return target, source
	}
	return source, target
}

// FactorLinkKey is the key of a link between factors in its project: 16 hexadecimal digits.
// A relation without direction has its ends in the order of their keys.
func FactorLinkKey(source string, relation episodic.Relation, target string) string {
	if relation == episodic.RelationCorrelates && target < source {
		source, target = target, source
	}
	return factor.ShortHash(source, string(relation), target)
}

// PairCounts compares two factors over the episodes in which the state of both variables is
// known: recorded, or not recorded and declared closed. The unit is the episode.
type PairCounts struct {
	// N11 counts episodes with both factors, N10 with the source only, N01 with the target
	// only, N00 with neither.
	N11, N10, N01, N00 int
	// Forward and Backward count the episodes with both in which the source first occurred
	// before the target, or after it; the rest tell no order.
	Forward, Backward int
}

// Episodes is how many episodes compare the two.
func (c PairCounts) Episodes() int { return c.N11 + c.N10 + c.N01 + c.N00 }

// BasisCounts counts the episodes that state a link, by the strongest basis that each gives.
type BasisCounts struct{ Stated, Extracted, Temporal, Measured int }

// Total is the number of episodes.
func (c BasisCounts) Total() int { return c.Stated + c.Extracted + c.Temporal + c.Measured }

// Add counts further episodes of a basis.
func (c *BasisCounts) Add(b episodic.Basis, episodes int) { *c.Of(b) += episodes }

// Of returns the count of a basis.
func (c *BasisCounts) Of(b episodic.Basis) *int {
	switch b {
	case episodic.BasisStated:
		return &c.Stated
	case episodic.BasisExtracted:
		return &c.Extracted
	case episodic.BasisTemporal:
		return &c.Temporal
	default:
		return &c.Measured
	}
}

// FactorLink is a link between two factors of a project, derived from the links between their
// occurrences and from statements; there is one for each source, relation and target.
type FactorLink struct {
	// Key is its [FactorLinkKey].
	Key            string
	Source, Target factor.Identity
	Relation       episodic.Relation
	// Evidence counts the episodes that state it.
	Evidence BasisCounts
	// Statements is how many statements say so, StatedStrength the greatest strength that
	// they give; nil when none does.
	Statements     int
	StatedStrength *float64
	// Pair compares the two factors, whether the episodes state the link or not.
	Pair PairCounts
	// FirstSeen and LastSeen are when the first and last episode that states it began; zero
	// when none tells. Statements do not count.
	FirstSeen, LastSeen time.Time
	// Measure is computed from Pair.
	Measure Measure
}

// Measure is what the counts of a pair of factors say about a link between them. What they
// cannot say is nil: nothing is assumed.
type Measure struct {
	// Strength is in [0, 1]: for CAUSES the generative causal power, for PREVENTS the
	// preventive one (Cheng 1997), for ENABLES how much of the effect needs the source,
	// 1-P(e|not c)/P(e|c); nil for CORRELATES. Where the counts point the other way it is 0.
	Strength *float64
	// DeltaP is P(e|c)-P(e|not c), with its 95 % interval (Newcombe 1998).
	DeltaP, DeltaLow, DeltaHigh *float64
	// Posterior is the mean of P(e|c) after Jeffreys' prior, with its 5 % and 95 % quantiles.
	Posterior, PosteriorLow, PosteriorHigh *float64
	// Confidence is P(P(e|c) > P(e|not c)) after Jeffreys' priors, for PREVENTS that of the
	// opposite.
	Confidence *float64
	// Unmeasured says that no comparison is possible: no episode with the source, or none
	// without it, tells about the target.
	Unmeasured bool
	// Unsupported says that the counts do not bear the relation out: the interval of DeltaP
	// contains 0 or lies on the other side.
	Unsupported bool
	// AmbiguousDirection says that the target came first too often: the lower Wilson bound of
	// the share of Backward is above .1.
	AmbiguousDirection bool
	// Suggested is the relation that the counts suggest; empty when they suggest none or the
	// link has it.
	Suggested episodic.Relation
}

// ShowRule is a named rule by which weak links are hidden from paths and pictures. Nothing is
// ever removed by it.
type ShowRule string

// The rules, each hiding more than the one before.
const (
	// ShowAll hides nothing.
	ShowAll ShowRule = "all"
	// ShowDefault hides what at least 30 episodes compare and do not bear out, whoever states it.
	ShowDefault ShowRule = "default"
	// ShowStrict hides also what fewer episodes compare and do not bear out, and what nothing
	// can be compared of while fewer than two episodes and statements together state it.
	ShowStrict ShowRule = "strict"
)

// ShowRules returns every rule.
func ShowRules() []ShowRule { return []ShowRule{ShowAll, ShowDefault, ShowStrict} }

// Grade is the number of rules under which a link is shown, less one: 0 only under ShowAll,
// 1 also under ShowDefault, 2 under every rule.
type Grade int

// Grade returns the least grade that a rule shows.
func (r ShowRule) Grade() Grade {
	switch r {
	case ShowAll:
		return 0
	case ShowStrict:
		return 2
	default:
		return 1
	}
}

// Weight is the strength that a path counts with: the measured one, else the stated one, else
// nil.
func (l FactorLink) Weight() *float64 {
	if l.Measure.Strength != nil {
		return l.Measure.Strength
	}
	return l.StatedStrength
}

// Bases returns why the link is believed, the strongest first: MEASURED when the counts bear
// it out, then what episodes and statements give. That an episode says it measured a link is
// what somebody states, for it gives no counts.
func (l FactorLink) Bases() []episodic.Basis {
	var out []episodic.Basis
	if !l.Measure.Unmeasured && !l.Measure.Unsupported {
		out = append(out, episodic.BasisMeasured)
	}
	if l.Evidence.Stated > 0 || l.Evidence.Measured > 0 || l.Statements > 0 {
		out = append(out, episodic.BasisStated)
	}
	if l.Evidence.Extracted > 0 {
		out = append(out, episodic.BasisExtracted)
	}
	if l.Evidence.Temporal > 0 {
		out = append(out, episodic.BasisTemporal)
	}
	return out
}

// ComparedEnough is how many episodes have to compare a pair before what they do not bear out
// is hidden.
const ComparedEnough = 30

// Grade returns under how many rules the link is shown. What somebody states counts where
// nothing can be compared; it never shows what the counts refute.
func (l FactorLink) Grade() Grade {
	switch {
	case l.Measure.Unsupported && l.Pair.Episodes() >= ComparedEnough:
		return ShowAll.Grade()
	case l.Measure.Unsupported, l.Measure.Unmeasured && l.Evidence.Total()+l.Statements < 2:
		return ShowDefault.Grade()
	default:
		return ShowStrict.Grade()
	}
}

package link

import (
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// Stated reports whether an episode or a statement states the link.
func (l FactorLink) Stated() bool { return l.Evidence.Total() > 0 || l.Statements > 0 }

// Ends returns the ends of a link as stored: without direction, ordered by key.
func Ends(source factor.Identity, relation episodic.Relation, target factor.Identity) (from, to factor.Identity) {
	if relation == episodic.RelationCorrelates && target.Key() < source.Key() {
		return target, source
	}
	return source, target
}

// FactorLinkKey returns the key of a link in its project: 16 hexadecimal digits. The ends of an
// undirected relation are ordered by key first.
func FactorLinkKey(source string, relation episodic.Relation, target string) string {
	if relation == episodic.RelationCorrelates && target < source {
		source, target = target, source
	}
	return factor.ShortHash(source, string(relation), target)
}

// PairCounts is the contingency table of two factors over the episodes in which the state of both
// variables is known: recorded, or not recorded but declared closed. The unit is the episode.
type PairCounts struct {
	// N11 counts episodes with both factors, N10 with only the source, N01 with only the target,
	// N00 with neither.
	N11, N10, N01, N00 int
	// Forward and Backward count the episodes with both in which the source first occurred before
	// or after the target; the rest have no known order.
	Forward, Backward int
}

// Plus returns the sum with the counts of other episodes, taken so many times.
func (c PairCounts) Plus(other PairCounts, times int) PairCounts {
	return PairCounts{
		N11: c.N11 + times*other.N11, N10: c.N10 + times*other.N10, N01: c.N01 + times*other.N01, N00: c.N00 + times*other.N00,
		Forward: c.Forward + times*other.Forward, Backward: c.Backward + times*other.Backward,
	}
}

// InOrder reports whether the source is known to have come first, and came first at least as often as
// the target. Episodes that do not tell the order show none.
func (c PairCounts) InOrder() bool { return c.Forward > 0 && c.Forward >= c.Backward }

// Episodes returns the number of episodes in the table.
func (c PairCounts) Episodes() int { return c.N11 + c.N10 + c.N01 + c.N00 }

// BasisCounts counts the episodes that state a link by the strongest basis that each one gives.
type BasisCounts struct{ Stated, Extracted, Temporal, Measured int }

// Total returns the number of episodes.
func (c BasisCounts) Total() int { return c.Stated + c.Extracted + c.Temporal + c.Measured }

// Add adds episodes to the count of a basis.
func (c *BasisCounts) Add(b episodic.Basis, episodes int) { *c.Of(b) += episodes }

// Of returns a pointer to the count of a basis.
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
// occurrences and from statements. Source, relation and target identify it.
type FactorLink struct {
	// Key is its [FactorLinkKey].
	Key            string
	Source, Target factor.Identity
	Relation       episodic.Relation
	// Evidence counts the episodes that state the link.
	Evidence BasisCounts
	// Statements is the number of statements of the link, StatedStrength the greatest strength that
	// they claim; nil if none does.
	Statements     int
	StatedStrength *float64
	// Pair compares the two factors, whether or not the episodes state the link.
	Pair PairCounts
	// FirstSeen and LastSeen are the start times of the first and last episode that state the link;
	// zero if none has a start time. Statements do not count.
	FirstSeen, LastSeen time.Time
	// Measure is computed from Pair.
	Measure Measure
}

// Measure is what the counts of a pair of factors say about a link between them. Values that the
// counts do not determine are nil.
type Measure struct {
	// Strength is in [0, 1]: for CAUSES the generative causal power, for PREVENTS the preventive
	// power (Cheng 1997), for ENABLES the fraction of the effect that needs the source,
	// 1-P(e|not c)/P(e|c); nil for CORRELATES. It is 0 if the counts point the other way.
	Strength *float64
	// DeltaP is P(e|c)-P(e|not c), with its 95 % interval (Newcombe 1998).
	DeltaP, DeltaLow, DeltaHigh *float64
	// Posterior is the mean of P(e|c) under Jeffreys' prior, with its 5 % and 95 % quantiles.
	Posterior, PosteriorLow, PosteriorHigh *float64
	// Confidence is P(P(e|c) > P(e|not c)) under Jeffreys' priors; for PREVENTS the probability of
	// the opposite.
	Confidence *float64
	// Unmeasured says that no comparison is possible: no episode with the source, or none without
	// it, records the target.
	Unmeasured bool
	// Unsupported says that the counts do not support the relation: the interval of DeltaP contains
	// 0 or lies on the other side of it.
	Unsupported bool
	// AmbiguousDirection says that the target came first too often: the lower Wilson bound of the
	// proportion of Backward is above .1.
	AmbiguousDirection bool
	// Suggested is the relation that the counts suggest; empty if they suggest none or agree with the
	// link.
	Suggested episodic.Relation
}

// Weight returns the strength of the link in paths: the measured one, else the stated one, else nil.
func (l FactorLink) Weight() *float64 {
	if l.Measure.Strength != nil {
		return l.Measure.Strength
	}
	return l.StatedStrength
}

// Bases returns why the link is believed, strongest first: MEASURED if the counts support it, then
// the bases that episodes and statements give. A measurement claimed by an episode counts as
// STATED, because it comes without counts.
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

// OnlyTemporal reports whether the order in time is the only basis of the link. It shows what came
// first, and no cause.
func (l FactorLink) OnlyTemporal() bool {
	return slices.Equal(l.Bases(), []episodic.Basis{episodic.BasisTemporal})
}

// BasisTotal is the number of links with a basis.
type BasisTotal struct {
	Basis episodic.Basis
	Links int
}

// TotalBases counts links by their bases, given the bases of each link. Bases that none has are left
// out; the others are in the order of [episodic.Bases].
func TotalBases(links [][]episodic.Basis) []BasisTotal {
	var out []BasisTotal
	for _, b := range episodic.Bases() {
		n := 0
		for _, bases := range links {
			if slices.Contains(bases, b) {
				n++
			}
		}
		if n > 0 {
			out = append(out, BasisTotal{b, n})
		}
	}
	return out
}

// ComparedEnough is the number of compared episodes from which on an unsupported link is hidden by
// default.
const ComparedEnough = 30

package link

import (
	"math"

	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/mathext"
)

// z95 is the standard normal quantile of a two-sided interval of 95 %.
const z95 = 1.959963984540054

// The limits by which counts suggest a relation or doubt a direction; methods.md (d) has them.
const (
	// backwardShare is the share of episodes with the target first from which on the
	// direction is in doubt.
	backwardShare = .1
	// withoutSource is how likely the effect may be without the source, withSource how likely
	// it may be with it, for the source to be taken for a precondition.
	withoutSource, withSource = .05, .9
)

// Measured computes what the counts of a pair say about a link of a relation between them.
func Measured(r episodic.Relation, c PairCounts) Measure {
	m := Measure{AmbiguousDirection: r != episodic.RelationCorrelates && c.ambiguous()}
	with, without := proportion{c.N11, c.N11 + c.N10}, proportion{c.N01, c.N01 + c.N00}
	if with.n > 0 {
		a, b := with.jeffreys()
		m.Posterior = new(a / (a + b))
		m.PosteriorLow, m.PosteriorHigh = new(mathext.InvRegIncBeta(a, b, .05)), new(mathext.InvRegIncBeta(a, b, .95))
	}
	if with.n == 0 || without.n == 0 {
		m.Unmeasured = true
		return m
	}
	m.Strength = strength(r, with.rate(), without.rate())
	low, high := newcombe(with, without)
	m.DeltaP, m.DeltaLow, m.DeltaHigh = new(with.rate()-without.rate()), &low, &high
	confidence := greater(with, without)
	if r == episodic.RelationPrevents {
		confidence = 1 - confidence
	}
	m.Confidence = &confidence
	m.Unsupported = unsupported(r, low, high)
	m.Suggested = suggested(r, low, high, with, without)
	return m
}

// ambiguous reports whether the target came first too often.
func (c PairCounts) ambiguous() bool {
	ordered := proportion{c.Backward, c.Forward + c.Backward}
	if ordered.n == 0 {
		return false
	}
	low, _ := ordered.wilson()
	return low > backwardShare
}

// strength is how much of the effect a source brings about, prevents or is needed for. Where
// the rates point the other way it is 0; where they cannot tell, because the effect always or
// never is there, it is nil.
func strength(r episodic.Relation, with, without float64) *float64 {
	var part, whole float64
	switch r {
	case episodic.RelationCauses:
		part, whole = with-without, 1-without
	case episodic.RelationPrevents:
		part, whole = without-with, without
	case episodic.RelationEnables:
		part, whole = with-without, with
	default:
		return nil
	}
	switch {
	case part < 0:
		return new(0.0)
	case whole == 0:
		return nil
	default:
		return new(min(part/whole, 1))
	}
}

// unsupported reports whether an interval of the difference does not bear a relation out.
func unsupported(r episodic.Relation, low, high float64) bool {
	switch r {
	case episodic.RelationPrevents:
		return high >= 0
	case episodic.RelationCorrelates:
		return low <= 0 && high >= 0
	default:
		return low <= 0
	}
}

// suggested returns the relation that the counts suggest in place of a directed one. What
// correlates may do so for many reasons: then they suggest none.
func suggested(r episodic.Relation, low, high float64, with, without proportion) episodic.Relation {
	switch {
	case r == episodic.RelationCorrelates:
		return ""
	case low <= 0 && high >= 0:
		return episodic.RelationCorrelates
	case high < 0 && r != episodic.RelationPrevents:
		return episodic.RelationPrevents
	case low > 0 && r == episodic.RelationPrevents:
		return episodic.RelationCauses
	case low > 0 && r == episodic.RelationCauses && precondition(with, without):
		return episodic.RelationEnables
	default:
		return ""
	}
}

// precondition reports whether the effect is there almost never without the source, and with
// it not always.
func precondition(with, without proportion) bool {
	_, high := without.wilson()
	return high < withoutSource && with.rate() < withSource
}

// proportion is k out of n.
type proportion struct{ k, n int }

func (p proportion) rate() float64 { return float64(p.k) / float64(p.n) }

// jeffreys are the parameters of the Beta posterior after Jeffreys' prior.
func (p proportion) jeffreys() (a, b float64) { return float64(p.k) + .5, float64(p.n-p.k) + .5 }

// wilson is the 95 % interval of Wilson (1927).
func (p proportion) wilson() (low, high float64) {
	n, rate := float64(p.n), p.rate()
	centre := rate + z95*z95/(2*n)
	half := z95 * math.Sqrt(rate*(1-rate)/n+z95*z95/(4*n*n))
	whole := 1 + z95*z95/n
	return max((centre-half)/whole, 0), min((centre+half)/whole, 1)
}

// newcombe is the 95 % interval of the difference of two proportions of Newcombe (1998),
// method 10: from the Wilson intervals of both.
func newcombe(a, b proportion) (low, high float64) {
	aLow, aHigh := a.wilson()
	bLow, bHigh := b.wilson()
	diff := a.rate() - b.rate()
	low, high = diff-math.Hypot(a.rate()-aLow, bHigh-b.rate()), diff+math.Hypot(aHigh-a.rate(), b.rate()-bLow)
	return max(low, -1), min(high, 1)
}

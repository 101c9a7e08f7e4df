package link

import (
	"math"

	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/mathext"
)

// z95 is the standard normal quantile of a two-sided interval of 95 %.
const z95 = 1.959963984540054

// The thresholds for suggesting a relation and for doubting a direction; see methods.md (d).
const (
	// backwardShare is the proportion of episodes with the target first above which the direction is
	// in doubt.
	backwardShare = .1
	// A source counts as a precondition if the effect is at most withoutSource likely without it and
	// at most withSource likely with it.
	withoutSource, withSource = .05, .9
)

// Measured computes the measure of a link with the given relation from its counts.
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

// strength returns the fraction of the effect that the source causes, prevents or enables. It is 0 if
// the rates point the other way, and nil if they do not determine it because the effect always or
// never occurs.
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

// unsupported reports whether the interval of the difference fails to support a relation.
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

// suggested returns the relation that the counts suggest instead of a directed one. For CORRELATES it
// suggests none, because a correlation can have many reasons.
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

// precondition reports whether the effect almost never occurs without the source and not always
// with it.
func precondition(with, without proportion) bool {
	_, high := without.wilson()
	return high < withoutSource && with.rate() < withSource
}

// proportion is k out of n.
type proportion struct{ k, n int }

func (p proportion) rate() float64 { return float64(p.k) / float64(p.n) }

// jeffreys returns the parameters of the Beta posterior under Jeffreys' prior.
func (p proportion) jeffreys() (a, b float64) { return float64(p.k) + .5, float64(p.n-p.k) + .5 }

// wilson is the 95 % interval of Wilson (1927). Packages estimation and patterns/statistics have
// their own: their last bits differ, and those of a link are stored.
func (p proportion) wilson() (low, high float64) {
	n, rate := float64(p.n), p.rate()
	center := rate + z95*z95/(2*n)
	half := z95 * math.Sqrt(rate*(1-rate)/n+z95*z95/(4*n*n))
	whole := 1 + z95*z95/n
	return max((center-half)/whole, 0), min((center+half)/whole, 1)
}

// newcombe is the 95 % interval of the difference of two proportions of Newcombe (1998),
// method 10: from the Wilson intervals of both. Package patterns/statistics has its own; see wilson.
func newcombe(a, b proportion) (low, high float64) {
	aLow, aHigh := a.wilson()
	bLow, bHigh := b.wilson()
	diff := a.rate() - b.rate()
	low, high = diff-math.Hypot(a.rate()-aLow, bHigh-b.rate()), diff+math.Hypot(aHigh-a.rate(), b.rate()-bLow)
	return max(low, -1), min(high, 1)
}

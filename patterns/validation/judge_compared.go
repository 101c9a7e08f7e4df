package validation

import (
	"math"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// enoughCompared is how many episodes the null rate is counted from at least, where there are.
const enoughCompared = 20

// toward returns the counts as the tests see them: for an anti-pattern a failure is what it is
// validated by, so that both change places.
func toward(c patterns.Counted, anti bool) patterns.Counted {
	if !anti {
		return c
	}
	c.Successes = c.Trials - c.Successes
	c.NullSuccesses = c.NullTrials - c.NullSuccesses
	c.OtherSuccesses = c.OtherTrials - c.OtherSuccesses
	return c
}

// away is the rate of the successes again.
func away(rate float64, anti bool) float64 {
	if anti {
		return 1 - rate
	}
	return rate
}

// comparison is what the trials are compared with: K of N episodes, of which those that fill it
// up are no whole numbers.
type comparison struct {
	basis patterns.NullBasis
	K, N  float64
}

func (c comparison) rate() float64 { return c.K / c.N }

// compared returns the episodes with the same trigger and without the action. Fewer than 20 are
// filled up to 20 by others, which count no more than that, however many there are: whether it
// goes with them as it goes with the trigger is not known.
func compared(c patterns.Counted) comparison {
	own := comparison{basis: patterns.NullSameTrigger, K: float64(c.NullSuccesses), N: float64(c.NullTrials)}
	filled := min(enoughCompared-c.NullTrials, c.OtherTrials)
	if filled <= 0 {
		if c.NullTrials == 0 {
			own.basis = patterns.NullNone
		}
		return own
	}
	own.basis = patterns.NullShrunk
	if c.NullTrials == 0 {
		own.basis = patterns.NullOthers
	}
	own.K += float64(filled) * float64(c.OtherSuccesses) / float64(c.OtherTrials)
	own.N += float64(filled)
	return own
}

// rounding is what a sum of fractions may be above the whole number that it is meant to be.
const rounding = 1e-9

// counted returns whole numbers for a test that needs them, on the side of the null rate.
func (c comparison) counted() statistics.Share {
	return statistics.Share{K: int(math.Ceil(c.K - rounding)), N: int(math.Round(c.N))}
}

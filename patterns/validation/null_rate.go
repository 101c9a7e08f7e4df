package validation

import (
	"math"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// enoughCompared is the number of episodes up to which the null rate is filled up.
const enoughCompared = 20

// oriented returns the counts as the tests use them: for an anti-pattern, which failures validate,
// successes and failures are swapped.
func oriented(c patterns.Counted, anti bool) patterns.Counted {
	if !anti {
		return c
	}
	c.Successes = c.Trials - c.Successes
	c.NullSuccesses = c.NullTrials - c.NullSuccesses
	c.OtherSuccesses = c.OtherTrials - c.OtherSuccesses
	return c
}

// successRate converts a rate of [oriented] counts back to the rate of successes.
func successRate(rate float64, anti bool) float64 {
	if anti {
		return 1 - rate
	}
	return rate
}

// comparison is what the trials are compared with: K of N episodes; filling up makes K fractional.
type comparison struct {
	basis patterns.NullBasis
	K, N  float64
}

func (c comparison) rate() float64 { return c.K / c.N }

// compared returns the episodes with the same trigger and without the action. Fewer than 20 are
// filled up to 20 at the rate of the other episodes. Those never get more weight, because they may
// not behave like episodes with the trigger.
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

// rounding is the error by which a sum of fractions may exceed a whole number.
const rounding = 1e-9

// counted rounds to whole numbers for tests that need them, conservatively in favor of the null.
func (c comparison) counted() statistics.Share {
	return statistics.Share{K: int(math.Ceil(c.K - rounding)), N: int(math.Round(c.N))}
}

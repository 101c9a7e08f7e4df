package enginetest

import (
	"slices"
	"testing"
	"time"
)

// quietSort is how long [slowness] sorts on an idle machine of the kind that limits are
// written for: one core of 2 to 3 GHz.
const quietSort = 100 * time.Millisecond

// TooLong reports whether something took too long that may take most on an idle machine. A
// machine that is busy or slow now may take longer in proportion, so that the verdict is about
// the code. Only what exceeded most is worth a measurement.
func TooLong(tb testing.TB, took, most time.Duration) bool {
	tb.Helper()
	if took <= most {
		return false
	}
	factor := slowness()
	allowed := time.Duration(float64(most) * factor)
	tb.Logf("took %s; %s on an idle machine is %s on this one, %.1f times as slow now", took, most, allowed, factor)
	return took > allowed
}

// slowness is how many times slower than an idle machine this one is now, and at least 1.
func slowness() float64 {
	numbers := make([]uint64, 1<<20)
	for i, x := 0, uint64(1); i < len(numbers); i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		numbers[i] = x
	}
	began := time.Now()
	slices.Sort(numbers)
	return max(1, float64(time.Since(began))/float64(quietSort))
}

// Patience is the time limit of a transaction in tests: far beyond what one takes on a busy machine.
const Patience = 2 * time.Minute

package measure

import (
	"math"
	"slices"
	"time"
)

// Timings are how long the same thing took, time after time.
type Timings []time.Duration

// Percentile returns the least timing that at least p percent of all are not above: the
// nearest-rank method, which always returns a timing that was taken. It returns 0 without
// timings.
func (t Timings) Percentile(p float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// Total returns the sum.
func (t Timings) Total() time.Duration {
	var sum time.Duration
	for _, d := range t {
		sum += d
	}
	return sum
}

// Rate returns how many things a second were done when each timing stands for so many.
// It returns 0 when no time passed.
func (t Timings) Rate(things int) float64 {
	if total := t.Total().Seconds(); total > 0 {
		return float64(things) / total
	}
	return 0
}

// At returns the timings at some places.
func (t Timings) At(places []int) Timings {
	out := make(Timings, len(places))
	for i, at := range places {
		out[i] = t[at]
	}
	return out
}

// Plus returns the sums with as many other timings, one by one.
func (t Timings) Plus(other Timings) Timings {
	out := make(Timings, len(t))
	for i := range t {
		out[i] = t[i] + other[i]
	}
	return out
}

// Ratio returns a/b, 0 when b is 0.
func Ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

package causaltest

import (
	"math"
	"testing"
)

// Near compares numbers of which the got one must be known.
func Near(t *testing.T, what string, got *float64, want, tolerance float64) {
	t.Helper()
	if got == nil {
		t.Errorf("%s is not known, want %v", what, want)
	} else if math.Abs(*got-want) > tolerance || math.IsNaN(*got) {
		t.Errorf("%s = %v, want %v (off by %g)", what, *got, want, *got-want)
	}
}

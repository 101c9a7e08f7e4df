package causaltest

import (
	"math"
	"testing"
)

// Near checks that a number is known and within the tolerance of want.
func Near(t *testing.T, what string, got *float64, want, tolerance float64) {
	t.Helper()
	if got == nil {
		t.Errorf("%s is unknown, want %v", what, want)
	} else if math.Abs(*got-want) > tolerance || math.IsNaN(*got) {
		t.Errorf("%s = %v, want %v (off by %g)", what, *got, want, *got-want)
	}
}

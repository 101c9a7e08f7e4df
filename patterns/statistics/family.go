package statistics

import (
	"math"
	"slices"
)

// BenjaminiHochberg returns the p-values of a family adjusted for the false discovery rate (Benjamini
// and Hochberg 1995), in the same order: those at most alpha are discoveries. It holds for independent
// and for positively dependent tests. P-values are from 0 to 1.
func BenjaminiHochberg(p []float64) []float64 { return stepUp(p, 1) }

// BenjaminiYekutieli is [BenjaminiHochberg] for arbitrarily dependent tests.
func BenjaminiYekutieli(p []float64) []float64 {
	factor := 0.
	for i := range p {
		factor += 1 / float64(i+1)
	}
	return stepUp(p, factor)
}

// stepUp goes down from the greatest p-value: it multiplies each by the size of the family over its
// rank, and limits it to the ones above it.
func stepUp(p []float64, factor float64) []float64 {
	out, size := make([]float64, len(p)), float64(len(p))
	least := 1.
	for rank, i := range slices.Backward(ranked(p)) {
		least = min(least, p[i]*(factor*size/float64(rank+1)))
		out[i] = least
	}
	return out
}

// Holm returns the p-values of a family adjusted for the family-wise error rate (Holm 1979), in the
// same order.
func Holm(p []float64) []float64 {
	out := make([]float64, len(p))
	greatest := 0.
	for rank, i := range ranked(p) {
		greatest = max(greatest, min(1, p[i]*float64(len(p)-rank)))
		out[i] = greatest
	}
	return out
}

// ranked returns the indexes of the p-values, smallest first.
func ranked(p []float64) []int {
	out := make([]int, len(p))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		default:
			return 0
		}
	})
	return out
}

// finite returns a pointer to a number, nil for NaN and infinities.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

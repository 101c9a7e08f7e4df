package statistics

import "math"

// SeedConfidence returns the confidence in a pattern with a rate of k in n and a p-value, as the
// project's design has it: half the rate, three tenths of 1-exp(-n/20), a fifth of 1-p, within
// [0, 1]. It is no number without a trial.
func SeedConfidence(k, n int, p float64) float64 {
	size := float64(n)
	sum := .5*float64(k)/size + .3*(1-math.Exp(-size/20)) + .2*(1-p)
	return max(0, min(1, sum))
}

package statistics

import "math"

// SeedConfidence returns the confidence in a pattern with k successes in n trials and a p-value, by the
// formula of the project's design: half the rate, plus three tenths of 1-exp(-n/20), plus a fifth of
// 1-p, clipped to [0, 1]. It is NaN without a trial.
func SeedConfidence(k, n int, p float64) float64 {
	size := float64(n)
	sum := .5*float64(k)/size + .3*(1-math.Exp(-size/20)) + .2*(1-p)
	return max(0, min(1, sum))
}

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

// SeedThresholds are the thresholds of [SeedStatus].
type SeedThresholds struct {
	MinTrials                  int
	Success, Alpha, Confidence float64
}

// SeedStatus returns the status that the original design gives k successes in n trials with a p-value,
// in the design's own words. It is kept for comparison only: it tests at a fixed rate and corrects
// neither for families nor for repeated looks, so statuses do not follow it.
func SeedStatus(k, n int, p float64, t SeedThresholds) string {
	switch {
	case n < t.MinTrials:
		return "INSUFFICIENT_EVIDENCE"
	case float64(k)/float64(n) < t.Success || p >= t.Alpha:
		return "UNDER_REVIEW"
	case SeedConfidence(k, n, p) >= t.Confidence:
		return "VALIDATED"
	default:
		return "CANDIDATE"
	}
}

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

// SeedThresholds are those of [SeedStatus].
type SeedThresholds struct {
	MinTrials                  int
	Success, Alpha, Confidence float64
}

// SeedStatus returns what the code of the design says of k in n with a p-value, literally, in
// its own words. It is kept to be compared with: it tests at a given rate and knows neither
// families nor repetition, so that statuses do not go by it.
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

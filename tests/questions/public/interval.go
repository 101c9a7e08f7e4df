package public

import (
	"math/rand/v2"
	"slices"
)

const (
	// resamples is how often the questions are drawn anew, seed of what numbers: the same means have the same interval.
	resamples = 2_000
	seed      = 27
)

// Interval returns the mean of values and its 95 % interval by the percentiles of a bootstrap over them (Efron 1979). Without values all are 0.
func Interval(values []float64) (mean, low, high float64) {
	if len(values) == 0 {
		return 0, 0, 0
	}
	random := rand.New(rand.NewPCG(seed, seed))
	means := make([]float64, resamples)
	for i := range means {
		for range values {
			means[i] += values[random.IntN(len(values))]
		}
		means[i] /= float64(len(values))
	}
	slices.Sort(means)
	for _, v := range values {
		mean += v / float64(len(values))
	}
	return mean, means[resamples*25/1000], means[resamples*975/1000-1]
}

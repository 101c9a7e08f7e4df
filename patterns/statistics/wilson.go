package statistics

import "math"

// Z95 is the standard normal quantile of a two-sided 95 % interval, Z95OneSided that of a one-sided
// bound.
const (
	Z95         = 1.959963984540054
	Z95OneSided = 1.6448536269514722
)

// Wilson returns the 95 % score interval of a share of k in n (Wilson 1927), within [0, 1]. Without a
// trial it is 0 to 1. Packages link and estimation have copies that differ in their last
// bits; what is stored of patterns comes from this one.
func Wilson(k, n int) (low, high float64) { return score(k, n, Z95) }

// WilsonLower returns the one-sided 95 % lower bound of a share of k in n.
func WilsonLower(k, n int) float64 {
	low, _ := score(k, n, Z95OneSided)
	return low
}

// score returns Wilson's interval for a normal quantile.
func score(k, n int, z float64) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	size, rate := float64(n), float64(k)/float64(n)
	square := z * z
	middle := (rate + square/(2*size)) / (1 + square/size)
	half := z / (1 + square/size) * math.Sqrt(rate*(1-rate)/size+square/(4*size*size))
	return max(0, middle-half), min(1, middle+half)
}

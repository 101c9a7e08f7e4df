package statistics

import "math"

// logDensity returns the natural logarithm of the binomial density at k of n trials at rate p, where q
// is 1-p (Loader 2000). k and n need not be whole: the factorials become gamma functions. It stays
// precise where the density underflows.
func logDensity(k, n, p, q float64) float64 {
	switch {
	case k < 0 || k > n:
		return math.Inf(-1)
	case k == 0:
		return n * logOf(q, p)
	case k == n:
		return n * logOf(p, q)
	}
	rest := n - k
	exponent := stirlingError(n) - stirlingError(k) - stirlingError(rest) - deviance(k, n*p) - deviance(rest, n*q)
	return exponent + math.Log(n/(2*math.Pi*k*rest))/2
}

// logOf returns the logarithm of p, precisely also near 1; q is 1-p.
func logOf(p, q float64) float64 {
	if p > .5 {
		return math.Log1p(-q)
	}
	return math.Log(p)
}

// stirlingSeries is the number from which the series is more precise than the difference.
const stirlingSeries = 16

// stirlingError is how much the logarithm of x! exceeds Stirling's formula.
func stirlingError(x float64) float64 {
	if x < stirlingSeries {
		whole, _ := math.Lgamma(x + 1)
		return whole - (x+.5)*math.Log(x) + x - math.Log(2*math.Pi)/2
	}
	square := x * x
	return (1./12 - (1./360-(1./1260-(1./1680-(1./1188-691./360360/square)/square)/square)/square)/square) / x
}

// deviance returns x log(x/mean) + mean - x, without cancellation where x is near the mean.
func deviance(x, mean float64) float64 {
	diff := x - mean
	if math.Abs(diff) >= .1*(x+mean) {
		return x*math.Log(x/mean) - diff
	}
	ratio := diff / (x + mean)
	sum, term := diff*ratio, 2*x*ratio
	for j := 3.; ; j += 2 {
		term *= ratio * ratio
		next := sum + term/j
		if next == sum {
			return sum
		}
		sum = next
	}
}

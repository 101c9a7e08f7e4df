package statistics

import "math"

// logAbove returns the natural logarithm of P(X > x) for the Beta distribution with a and b, both above
// 0. It stays precise where that probability underflows.
func logAbove(a, b, x float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return math.Inf(-1)
	case x > (a+1)/(a+b+2):
		return logFraction(b, a, 1-x, x)
	default:
		return log1mExp(logFraction(a, b, x, 1-x))
	}
}

// log1mExp returns the logarithm of 1-exp(x) for x <= 0.
func log1mExp(x float64) float64 {
	if x > -math.Ln2 {
		return math.Log(-math.Expm1(x))
	}
	return math.Log1p(-math.Exp(x))
}

// The continued fraction ends when a step changes it by at most fractionEnd; it takes about the square
// root of the greater parameter in steps.
const (
	fractionEnd   = 1e-16
	fractionSteps = 100_000
	fractionLeast = 1e-300
)

// logFraction returns the logarithm of the distribution function by its continued fraction with Lentz's
// method, which converges fast below the mean. y is 1-x.
func logFraction(a, b, x, y float64) float64 {
	c, d := 1., 1/nonzero(1-(a+b)*x/(a+1))
	value := d
	for m := 1.; m < fractionSteps; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d, c = 1/nonzero(1+even*d), nonzero(1+even/c)
		value *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d, c = 1/nonzero(1+odd*d), nonzero(1+odd/c)
		step := d * c
		value *= step
		if math.Abs(step-1) <= fractionEnd {
			break
		}
	}
	return logDensity(a, a+b, x, y) + math.Log(b/(a+b)*value)
}

// nonzero keeps the fraction from dividing by zero.
func nonzero(x float64) float64 {
	if math.Abs(x) < fractionLeast {
		return fractionLeast
	}
	return x
}

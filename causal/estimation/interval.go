package estimation

import "math"

// z95 is the standard normal quantile of a two-sided interval of 95 %.
const z95 = 1.959963984540054

// same is the share of a variance that rounding may leave of 0.
const same = 1e-12

// wilson is the interval of Wilson (1927) for a share p of n trials; n need not be whole.
// Those of packages link and patterns/statistics are for counts and differ in their last bits.
func wilson(p, n float64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	z := z95 * z95 / n
	middle := (p + z/2) / (1 + z)
	half := z95 * math.Sqrt(p*(1-p)/n+z/(4*n)) / (1 + z)
	return max(0, min(p, middle-half)), min(1, max(p, middle+half))
}

// Width is the width of the interval of a share from so many independent rows.
func Width(share, rows float64) float64 {
	low, high := wilson(share, rows)
	return high - low
}

// estimate makes an estimate from a probability, its variance and its number of rows. The interval
// is Wilson's for the number of trials with that variance. The variance of a trial includes
// Jeffreys' half a trial of each kind, or else a probability of 0 would seem to rest on a single
// one.
func estimate(p, variance float64, n int, method string) Estimate {
	if n == 0 {
		return nothing(method)
	}
	effective := float64(n)
	if variance > 0 {
		smooth := (p*float64(n) + .5) / float64(n+1)
		effective = min(max(smooth*(1-smooth)/variance, 1), effective)
	}
	low, high := wilson(p, effective)
	return Estimate{
		P: p, Low: low, High: high, Error: math.Sqrt(max(variance, 0)),
		N: n, Effective: effective, Method: method,
	}
}

// nothing is the estimate without a row: everything is possible.
func nothing(method string) Estimate {
	return Estimate{P: .5, Low: 0, High: 1, Error: .5, Method: method}
}

// Interval is a number with its 95 % interval and its standard error.
type Interval struct {
	Value, Low, High float64
	Error            float64
}

// difference compares two estimates with a covariance. It combines their intervals (Zou and Donner
// 2008), which keeps its own from being too short near 0 and 1. Identical estimates differ by
// exactly 0.
func difference(a, b Estimate, covariance float64) Interval {
	d := Interval{Value: a.P - b.P}
	variance := a.Error*a.Error + b.Error*b.Error - 2*covariance
	if variance <= same*(a.Error*a.Error+b.Error*b.Error) {
		d.Low, d.High = d.Value, d.Value
		return d
	}
	d.Error = math.Sqrt(variance)
	correlation := 0.0
	if a.Error > 0 && b.Error > 0 {
		correlation = covariance / (a.Error * b.Error)
	}
	reach := func(x, y float64) float64 { return math.Sqrt(max(x*x+y*y-2*correlation*x*y, 0)) }
	d.Low = max(-1, d.Value-reach(a.P-a.Low, b.High-b.P))
	d.High = min(1, d.Value+reach(a.High-a.P, b.P-b.Low))
	return d
}

// ratio makes an interval from a ratio of probabilities and the variance of its logarithm.
func ratio(value, variance float64) Interval {
	e := math.Sqrt(max(variance, 0))
	return Interval{Value: value, Low: value * math.Exp(-z95*e), High: value * math.Exp(z95*e), Error: value * e}
}

// EValue is the least strength, as a risk ratio with both, of an unrecorded common cause of action
// and target that would explain a risk ratio away (VanderWeele and Ding 2017). It is 1 when there
// is nothing to explain and infinite when the ratio is 0 or infinite.
func EValue(ratio float64) float64 {
	switch {
	case math.IsNaN(ratio) || ratio < 0:
		return math.NaN()
	case ratio == 0 || math.IsInf(ratio, 1):
		return math.Inf(1)
	case ratio < 1:
		ratio = 1 / ratio
	}
	return ratio + math.Sqrt(ratio*(ratio-1))
}

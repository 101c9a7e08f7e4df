package link

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// walkSteps is the number of exact steps up to which the recurrence is cheaper than quadrature.
const walkSteps = 1_000

// greater returns P(x > y) for the Beta posteriors of two proportions.
func greater(x, y proportion) float64 {
	a, b := x.jeffreys()
	c, d := y.jeffreys()
	if math.Abs(a-c)+math.Abs(b-d) <= walkSteps {
		return greaterWalk(a, b, c, d)
	}
	return greaterQuadrature(a, b, c, d)
}

// greaterWalk is exact. It starts from two equal distributions, where the probability is 1/2, and
// steps to the wanted parameters by the recurrences of Cook (2005), Exact calculation of Beta
// inequalities; the parameters differ by whole numbers. It takes the direct route, so that the
// terms only get smaller.
func greaterWalk(a, b, c, d float64) float64 {
	p, q, at := c, d, .5
	h := math.Exp(logBeta(p+c, q+d) - logBeta(p, q) - logBeta(c, d))
	for p != a || q != b {
		if math.Abs(a-p)*math.Abs(b-d) >= math.Abs(b-q)*math.Abs(a-c) && p != a {
			if p < a {
				at += h / p
				h *= (p + c) / (p + c + q + d) * (p + q) / p
				p++
				continue
			}
			p--
			h *= (p + c + q + d) / (p + c) * p / (p + q)
			at -= h / p
			continue
		}
		if q < b {
			at -= h / q
			h *= (q + d) / (p + c + q + d) * (p + q) / q
			q++
			continue
		}
		q--
		h *= (p + c + q + d) / (q + d) * q / (p + q)
		at += h / q
	}
	return min(max(at, 0), 1)
}

// Parameters of the quadrature: steps per standard deviation, the maximum step, and the number of
// standard deviations or the tail probability at which it stops. Its error is below 1e-8.
const (
	stepDeviation = .6
	stepMost      = .5
	tailLog       = 21
)

// greaterQuadrature is for many episodes. It integrates the density of the narrower distribution times
// the distribution function of the other one over the logit. Both are analytic there, so the
// trapezoidal rule converges exponentially.
func greaterQuadrature(a, b, c, d float64) float64 {
	if logitVariance(a, b) > logitVariance(c, d) {
		return 1 - greaterQuadrature(c, d, a, b)
	}
	step := min(math.Sqrt(logitVariance(a, b))*stepDeviation, stepMost)
	mode := math.Log(a / b)
	peak := a*mode - (a+b)*softplus(mode)
	mass, sum := 0.0, 0.0
	add := func(at float64) bool {
		log := a*at - (a+b)*softplus(at) - peak
		if log < -tailLog {
			return false
		}
		f := math.Exp(log)
		mass += f
		sum += f * mathext.RegIncBeta(c, d, 1/(1+math.Exp(-at)))
		return true
	}
	for at := mode; add(at); at += step {
	}
	for at := mode - step; add(at); at -= step {
	}
	return min(sum/mass, 1)
}

// logitVariance approximates the variance of the logit of a Beta variable.
func logitVariance(a, b float64) float64 {
	return 1/a + 1/b + 1/(2*a*a) + 1/(2*b*b)
}

// softplus returns ln(1+e^x).
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}

package statistics

import "math"

// Weighted is a share of episodes with weights up to 1.
type Weighted struct{ K, N float64 }

// valid reports whether such a share is possible.
func (w Weighted) valid() bool { return w.K >= 0 && w.K <= w.N }

// EValueGreater returns the decimal logarithm of the e-value of some trials against the claim that
// their rate is at most the rate of the episodes they are compared with, which is unknown and counted
// too. It is [EValue] averaged over the rates that are plausible under the claim: over the posterior of
// all episodes taken together plus one success. With more and more compared episodes it approaches
// [EValue] at their rate; with none it stays small, whatever the trials.
//
// It stays valid however often one looks and in whatever order the episodes arrive, on average over the
// prior of the rates: false alarms at 20 are at most .05. For a single rate this is not a theorem; the
// tests compute the probability exactly, and it is below .05 at each rate. It depends only on counts.
// It is 0 without a trial, and NaN for impossible shares.
func EValueGreater(trials Share, others Weighted) float64 {
	if !trials.valid() || !others.valid() {
		return math.NaN()
	}
	if trials.N == 0 {
		return 0
	}
	return averaged(float64(trials.K), float64(trials.N), others.K+1, others.N+1) / math.Ln10
}

// The integral over the logit of the rate takes steps of integralStep standard deviations, at most
// integralMost to each side, and ends where the logarithm of the integrand is integralEnd below its
// peak.
const (
	integralStep = .6
	integralEnd  = 30
	integralMost = 20_000
)

// averaged returns the natural logarithm of the mean of [mixture] over the posterior of the rate of all
// episodes, with a uniform prior. It is written as the mean, over the posterior of the others alone, of
// the probability that the trials' rate is higher, because then no large numbers cancel.
func averaged(k, n, m, others float64) float64 {
	all, successes := n+others, k+m
	p, q := (successes+.5)/(all+1), (all-successes+.5)/(all+1)
	ratio := math.Log((all+1)/(n+1)) + logDensity(successes, all, p, q) - logDensity(k, n, p, q) - logDensity(m, others, p, q)
	integrand := func(logit float64) float64 {
		c, d := 1/(1+math.Exp(-logit)), 1/(1+math.Exp(logit))
		above := logAbove(k+1, n-k+1, c)
		return logDensity(m, others, c, d) + above + math.Log(c)
	}
	own, other := logit((k+1)/(n+2)), logit((m+1)/(others+2))
	fine := 1 / math.Sqrt(all+4)
	return ratio + integral(integrand, fine, own, min(own, other)-peakBeyond, max(own, other)+peakBeyond)
}

// logit returns the log odds.
func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// peakBeyond is how far the peak may lie outside the logits of the two rates.
const peakBeyond = 1.5

// integral returns the logarithm of the integral of the exponential of a function with a single peak
// between low and high, by the trapezoidal rule, which converges exponentially here. At the edge the
// function may curve more than at its peak; details narrower than fine do not matter.
func integral(log func(float64) float64, fine, edge, low, high float64) float64 {
	mode := peak(log, fine/2, low, high)
	top := log(mode)
	bend := max(1, bent(log, fine/10, mode))
	if log(edge) > top-integralEnd {
		bend = max(bend, bent(log, fine/10, edge))
	}
	step := integralStep / math.Sqrt(bend)
	sum := 1.
	for _, way := range []float64{-step, step} {
		for j := 1; j < integralMost; j++ {
			at := log(mode+float64(j)*way) - top
			if at < -integralEnd {
				break
			}
			sum += math.Exp(at)
		}
	}
	return top + math.Log(sum*step)
}

// bent returns how strongly a function curves downward.
func bent(f func(float64) float64, by, at float64) float64 {
	return (2*f(at) - f(at-by) - f(at+by)) / (by * by)
}

// golden is the inverse of the golden ratio.
const golden = .6180339887498949

// peak returns about where a function that rises and then falls has its maximum.
func peak(f func(float64) float64, near, low, high float64) float64 {
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, fb := f(a), f(b)
	for high-low > near {
		if fa >= fb {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb = f(b)
		}
	}
	return (low + high) / 2
}

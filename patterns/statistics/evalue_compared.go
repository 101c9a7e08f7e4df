package statistics

import "math"

// Weighted is a share of episodes that may count less than one each.
type Weighted struct{ K, N float64 }

// valid reports whether there can be such a share.
func (w Weighted) valid() bool { return w.K >= 0 && w.K <= w.N }

// EValueGreater returns the decimal logarithm of the e-value of some trials against the claim
// that their rate is at most that of the episodes they are compared with, whose rate is not known
// but counted too. It is [EValue] averaged over what that rate may be if the claim is true: over
// the posterior of all episodes taken together, and one success more. With ever more episodes to
// compare with it goes to [EValue] at their rate; with none it stays small, whatever the trials.
//
// It stays valid however often one looks and in whatever order the episodes come in, on the
// average over the rates that the prior has: false alarms at 20 are at most .05. At a single rate
// this is no theorem; the tests compute their probability exactly, and it is below .05 at each.
// It depends on counts only. It is 0 without a trial, and no number for shares that cannot be.
func EValueGreater(trials Share, others Weighted) float64 {
	if !trials.valid() || !others.valid() {
		return math.NaN()
	}
	if trials.N == 0 {
		return 0
	}
	return averaged(float64(trials.K), float64(trials.N), others.K+1, others.N+1) / math.Ln10
}

// The integral over the logit of the rate goes in steps of that part of its deviation, and ends
// where the integrand is that far below its peak, as a logarithm.
const (
	integralStep = .6
	integralEnd  = 30
	integralMost = 20_000
)

// averaged is the mean of [mixture] over the posterior of the rate of all episodes, after a prior
// that is uniform, as a natural logarithm. It is written as the mean over the posterior of the
// others alone, of the probability that the trials' rate is above, because no great numbers
// cancel then.
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

// logit is the logarithm of the odds.
func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// peakBeyond is how far beyond the logits of both rates the peak may be.
const peakBeyond = 1.5

// integral is the logarithm of the integral of the exponential of a function with one peak, which
// is within low and high, by the trapezoidal rule, which converges exponentially here. At the edge
// the function may bend more than at its peak; what is less than fine is nowhere of importance.
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

// bent is how much a function bends downwards.
func bent(f func(float64) float64, by, at float64) float64 {
	return (2*f(at) - f(at-by) - f(at+by)) / (by * by)
}

// golden is the golden section.
const golden = .6180339887498949

// peak returns about where a function that rises and then falls is greatest.
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

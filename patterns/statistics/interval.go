package statistics

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Share is K out of N episodes.
type Share struct{ K, N int }

// valid reports whether such a share is possible.
func (s Share) valid() bool { return s.K >= 0 && s.K <= s.N }

// Rate returns K/N, NaN without a trial.
func (s Share) Rate() float64 { return float64(s.K) / float64(s.N) }

// failed returns the share of failures.
func (s Share) failed() Share { return Share{K: s.N - s.K, N: s.N} }

// ClopperPearson returns the exact 95 % interval of a share of k in n. Without a trial it is 0 to 1;
// outside 0 <= k <= n it is NaN.
func ClopperPearson(k, n int) (low, high float64) {
	if !(Share{k, n}).valid() {
		return math.NaN(), math.NaN()
	}
	low, high = 0, 1
	if k > 0 {
		low = mathext.InvRegIncBeta(float64(k), float64(n-k)+1, .025)
	}
	if k < n {
		high = mathext.InvRegIncBeta(float64(k)+1, float64(n-k), .975)
	}
	return low, high
}

// Jeffreys returns the 95 % interval of the posterior of a share of k in n with Jeffreys' prior. low is
// 0 without a success, high is 1 without a failure. Without a trial it is 0 to 1; outside 0 <= k <= n
// it is NaN.
func Jeffreys(k, n int) (low, high float64) {
	low, high = JeffreysQuantile(k, n, .025), JeffreysQuantile(k, n, .975)
	if k == 0 && n >= 0 {
		low = 0
	}
	if k == n && n >= 0 {
		high = 1
	}
	return low, high
}

// JeffreysQuantile returns a quantile of that posterior, strictly between 0 and 1; NaN outside 0 <= k
// <= n and 0 < at < 1.
func JeffreysQuantile(k, n int, at float64) float64 {
	if !(Share{k, n}).valid() || !(at > 0 && at < 1) {
		return math.NaN()
	}
	return mathext.InvRegIncBeta(float64(k)+.5, float64(n-k)+.5, at)
}

// JeffreysMean returns the mean of that posterior; .5 without a trial.
func JeffreysMean(k, n int) float64 { return (float64(k) + .5) / (float64(n) + 1) }

// PosteriorAbove returns the probability under that posterior that the rate is above p; NaN outside 0
// <= k <= n and when p is not a probability.
func PosteriorAbove(k, n int, p float64) float64 {
	if !(Share{k, n}).valid() || !rated(p) {
		return math.NaN()
	}
	above := logAbove(float64(k)+.5, float64(n-k)+.5, p)
	return math.Exp(above)
}

// Newcombe returns the 95 % interval of the difference of two rates (Newcombe 1998, method 10, from the
// Wilson intervals of both), within [-1, 1]. It is [-1, 1] when either has no trial. Package link has a copy that differs in its
// last bits.
func Newcombe(a, b Share) (low, high float64) {
	if a.N == 0 || b.N == 0 {
		return -1, 1
	}
	aLow, aHigh := Wilson(a.K, a.N)
	bLow, bHigh := Wilson(b.K, b.N)
	rate, other := a.Rate(), b.Rate()
	low = rate - other - math.Hypot(rate-aLow, bHigh-other)
	high = rate - other + math.Hypot(aHigh-rate, other-bLow)
	return max(low, -1), min(high, 1)
}

package statistics

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Share is K out of N episodes.
type Share struct{ K, N int }

// valid reports whether there can be such a share.
func (s Share) valid() bool { return s.K >= 0 && s.K <= s.N }

// Rate is K/N; no number without a trial.
func (s Share) Rate() float64 { return float64(s.K) / float64(s.N) }

// failed is the share of the others.
func (s Share) failed() Share { return Share{K: s.N - s.K, N: s.N} }

// ClopperPearson returns the exact interval of 95 % of a share of k in n. Without a trial it is 0
// to 1, and no numbers outside of 0 <= k <= n.
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

// Jeffreys returns the interval of 95 % of the posterior of a share of k in n after Jeffreys'
// prior; an end at which all or none succeed is that end. Without a trial it is 0 to 1, and no
// numbers outside of 0 <= k <= n.
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

// JeffreysQuantile returns a quantile of that posterior, strictly within 0 and 1; no number
// outside of 0 <= k <= n and 0 < at < 1.
func JeffreysQuantile(k, n int, at float64) float64 {
	if !(Share{k, n}).valid() || !(at > 0 && at < 1) {
		return math.NaN()
	}
	return mathext.InvRegIncBeta(float64(k)+.5, float64(n-k)+.5, at)
}

// JeffreysMean returns the mean of that posterior; .5 without a trial.
func JeffreysMean(k, n int) float64 { return (float64(k) + .5) / (float64(n) + 1) }

// PosteriorAbove returns the probability of that posterior that the rate is above p; no number
// outside of 0 <= k <= n and for p that is no probability.
func PosteriorAbove(k, n int, p float64) float64 {
	if !(Share{k, n}).valid() || !rated(p) {
		return math.NaN()
	}
	above := logAbove(float64(k)+.5, float64(n-k)+.5, p)
	return math.Exp(above)
}

// Newcombe returns the interval of 95 % of the difference of two rates (Newcombe 1998, method 10,
// from the Wilson intervals of both), within [-1, 1]. It is that when one of both has no trial.
// That of package link differs in its last bits.
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

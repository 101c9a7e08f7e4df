package statistics

import "math"

// Tail is a probability that may be too small for a float64.
type Tail struct {
	// P is 0 when it underflows.
	P float64
	// Log10 is its decimal logarithm, minus infinity only when it is exactly 0.
	Log10 float64
}

// tailOf returns the tail with this natural logarithm.
func tailOf(log float64) Tail {
	return Tail{P: math.Exp(log), Log10: log / math.Ln10}
}

// complement returns the tail of one minus the probability.
func (t Tail) complement() Tail {
	return Tail{P: 1 - t.P, Log10: math.Log1p(-t.P) / math.Ln10}
}

// none is the result where a function is not defined.
func none() Tail { return Tail{P: math.NaN(), Log10: math.NaN()} }

// rated reports whether p is a probability.
func rated(p float64) bool { return p >= 0 && p <= 1 }

// BinomialUpper returns P(X >= k) for n trials at rate p: the exact one-sided p-value of k successes
// against the rate. It is 1 for k <= 0, 0 for k > n, and NaN where n is negative or p is not a
// probability.
func BinomialUpper(k, n int, p float64) Tail {
	if n < 0 || !rated(p) {
		return none()
	}
	return upper(k, n, p, 1-p)
}

// BinomialLower returns P(X <= k); see [BinomialUpper].
func BinomialLower(k, n int, p float64) Tail {
	if n < 0 || !rated(p) {
		return none()
	}
	return upper(n-k, n, 1-p, p)
}

// upper sums the smaller of the two tails, whose terms decrease from the first on.
func upper(k, n int, p, q float64) Tail {
	switch {
	case k <= 0 || p == 1 && k <= n:
		return Tail{P: 1}
	case k > n || p == 0:
		return Tail{Log10: math.Inf(-1)}
	}
	if float64(k) <= float64(n)*p {
		return falling(n-k+1, n, q, p).complement()
	}
	return falling(k, n, p, q)
}

// falling sums the densities from k on by the ratio of neighbors; k is above the mean or next to it.
func falling(k, n int, p, q float64) Tail {
	size, odds := float64(n), p/q
	sum, term := 1., 1.
	for j := float64(k); j < size; j++ {
		term *= (size - j) / (j + 1) * odds
		next := sum + term
		if next == sum {
			break
		}
		sum = next
	}
	return tailOf(logDensity(float64(k), size, p, q) + math.Log(sum))
}

// even is the relative difference up to which two densities count as equal.
const even = 1e-7

// BinomialTwoSided returns the probability of all counts that are at most as likely as k at rate p. It
// is NaN where [BinomialUpper] is, and for k outside 0 to n.
func BinomialTwoSided(k, n int, p float64) Tail {
	if n < 0 || !rated(p) || k < 0 || k > n {
		return none()
	}
	at, mean := logDensity(float64(k), float64(n), p, 1-p)+even, float64(n)*p
	likelier := func(j int) bool { return logDensity(float64(j), float64(n), p, 1-p) > at }
	if float64(k) == mean {
		return Tail{P: 1}
	}
	if float64(k) < mean {
		other := search(int(math.Ceil(mean)), n+1, likelier)
		return united(BinomialLower(k, n, p), BinomialUpper(other, n, p))
	}
	other := n - search(n-int(math.Floor(mean)), n+1, func(j int) bool { return likelier(n - j) })
	return united(BinomialUpper(k, n, p), BinomialLower(other, n, p))
}

// united adds two tails.
func united(a, b Tail) Tail {
	high, low := max(a.Log10, b.Log10), min(a.Log10, b.Log10)
	if math.IsInf(high, -1) {
		return Tail{Log10: high}
	}
	log := min(high+math.Log1p(math.Pow(10, low-high))/math.Ln10, 0)
	return Tail{P: min(a.P+b.P, 1), Log10: log}
}

// search returns the least number from low to high for which so is false; so is true below it.
func search(low, high int, so func(int) bool) int {
	for low < high {
		middle := low + (high-low)/2
		if so(middle) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

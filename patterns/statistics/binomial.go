package statistics

import "math"

// Tail is a probability that may be too small for a number.
type Tail struct {
	// P is 0 when it is below the least number.
	P float64
	// Log10 is its decimal logarithm, minus infinity when it is 0 truly.
	Log10 float64
}

// tailOf returns the tail of a natural logarithm.
func tailOf(log float64) Tail {
	return Tail{P: math.Exp(log), Log10: log / math.Ln10}
}

// complement returns the tail of one minus the probability.
func (t Tail) complement() Tail {
	return Tail{P: 1 - t.P, Log10: math.Log1p(-t.P) / math.Ln10}
}

// none is what functions return where they know of no number.
func none() Tail { return Tail{P: math.NaN(), Log10: math.NaN()} }

// rated reports whether p is a probability.
func rated(p float64) bool { return p >= 0 && p <= 1 }

// BinomialUpper returns P(X >= k) of n trials at a rate of p: the exact one-sided p-value of k
// successes against the rate. It is 1 for k <= 0, 0 for k > n, and no number where n is below 0
// or p is no probability.
func BinomialUpper(k, n int, p float64) Tail {
	if n < 0 || !rated(p) {
		return none()
	}
	return upper(k, n, p, 1-p)
}

// BinomialLower returns P(X <= k), as [BinomialUpper] does.
func BinomialLower(k, n int, p float64) Tail {
	if n < 0 || !rated(p) {
		return none()
	}
	return upper(n-k, n, 1-p, p)
}

// upper sums the smaller of both tails: its terms fall off from the first on.
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

// falling sums the densities from k on, where k is above the mean or next to it, by the ratio of
// neighbours.
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

// even is by how much two densities may differ and still count as equal.
const even = 1e-7

// BinomialTwoSided returns the probability of all counts that are no more likely than k at the
// rate p. It is no number where [BinomialUpper] has none and for k outside of 0 to n.
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

// united adds two tails; the first may be too small for a number only together with the second.
func united(a, b Tail) Tail {
	high, low := max(a.Log10, b.Log10), min(a.Log10, b.Log10)
	if math.IsInf(high, -1) {
		return Tail{Log10: high}
	}
	log := min(high+math.Log1p(math.Pow(10, low-high))/math.Ln10, 0)
	return Tail{P: min(a.P+b.P, 1), Log10: log}
}

// search returns the least number from low on that is not so, up to high; what is so comes first.
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

package statistics

import "math"

// Table compares the successes with and without an exposure. Its figures are nil where they would
// divide by zero.
type Table struct{ With, Without Share }

// valid reports whether such a table is possible.
func (t Table) valid() bool { return t.With.valid() && t.Without.valid() }

// total returns the number of episodes.
func (t Table) total() float64 { return float64(t.With.N + t.Without.N) }

// Support returns the share of all episodes that have the exposure and succeed.
func (t Table) Support() *float64 { return finite(float64(t.With.K) / t.total()) }

// Lift returns the rate with the exposure over the rate of all. It shows association, not causation.
func (t Table) Lift() *float64 {
	return finite(t.With.Rate() / (float64(t.With.K+t.Without.K) / t.total()))
}

// Leverage returns how much the support exceeds the support under independence.
func (t Table) Leverage() *float64 {
	all := t.total()
	return finite(float64(t.With.K)/all - float64(t.With.N)/all*float64(t.With.K+t.Without.K)/all)
}

// Difference returns the rate with the exposure minus the rate without it.
func (t Table) Difference() *float64 { return finite(t.With.Rate() - t.Without.Rate()) }

// FisherGreater returns the probability of at least as many successes with the exposure, if they are
// independent and all margins of the table are fixed (Fisher 1922). It is NaN for an impossible table,
// and 1 if either side is empty.
func (t Table) FisherGreater() Tail {
	if !t.valid() {
		return none()
	}
	return hypergeometric(t)
}

// FisherLess returns the probability of at most as many successes with the exposure.
func (t Table) FisherLess() Tail {
	if !t.valid() {
		return none()
	}
	return hypergeometric(Table{With: t.With.failed(), Without: t.Without.failed()})
}

// hypergeometric sums the smaller of the two tails, like [falling].
func hypergeometric(t Table) Tail {
	with, without := float64(t.With.N), float64(t.Without.N)
	successes := float64(t.With.K + t.Without.K)
	k := float64(t.With.K)
	least := max(0, successes-without)
	if k <= least {
		return Tail{P: 1}
	}
	if k <= successes*with/(with+without) {
		// The tail from k-1 down is the upper tail of the failures.
		return drawn(with-k+1, with, without, with+without-successes).complement()
	}
	return drawn(k, with, without, successes)
}

// drawn sums the hypergeometric densities from k on.
func drawn(k, with, without, successes float64) Tail {
	sum, term := 1., 1.
	for j := k; j < min(with, successes); j++ {
		term *= (with - j) / (j + 1) * (successes - j) / (without - successes + j + 1)
		next := sum + term
		if next == sum {
			break
		}
		sum = next
	}
	return tailOf(logDrawn(k, with, without, successes) + math.Log(sum))
}

// logDrawn returns the logarithm of the hypergeometric density: three binomial densities at a common
// rate.
func logDrawn(k, with, without, successes float64) float64 {
	all := with + without
	p, q := successes/all, (all-successes)/all
	if q == 0 || p == 0 {
		return 0
	}
	return logDensity(k, with, p, q) + logDensity(successes-k, without, p, q) - logDensity(successes, all, p, q)
}

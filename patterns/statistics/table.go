package statistics

import "math"

// Table compares the successes with and without something. Its numbers are nil where they would
// divide by nothing.
type Table struct{ With, Without Share }

// valid reports whether there can be such a table.
func (t Table) valid() bool { return t.With.valid() && t.Without.valid() }

// total is the number of episodes.
func (t Table) total() float64 { return float64(t.With.N + t.Without.N) }

// Support is the share of all episodes that have it and succeed.
func (t Table) Support() *float64 { return finite(float64(t.With.K) / t.total()) }

// Lift is the rate with it over that of all: what stands in the same rule, which is no cause.
func (t Table) Lift() *float64 {
	return finite(t.With.Rate() / (float64(t.With.K+t.Without.K) / t.total()))
}

// Leverage is by how much the support exceeds that of two that have nothing to do with each other.
func (t Table) Leverage() *float64 {
	all := t.total()
	return finite(float64(t.With.K)/all - float64(t.With.N)/all*float64(t.With.K+t.Without.K)/all)
}

// Difference is the rate with it less that without it.
func (t Table) Difference() *float64 { return finite(t.With.Rate() - t.Without.Rate()) }

// FisherGreater returns the probability of as many or more successes with it, when it has nothing
// to do with them and all counts at the edges of the table are given (Fisher 1922). It is no
// number for a table that cannot be, and 1 where one of both sides is empty.
func (t Table) FisherGreater() Tail {
	if !t.valid() {
		return none()
	}
	return hypergeometric(t)
}

// FisherLess returns the probability of as many or fewer successes with it.
func (t Table) FisherLess() Tail {
	if !t.valid() {
		return none()
	}
	return hypergeometric(Table{With: t.With.failed(), Without: t.Without.failed()})
}

// hypergeometric sums the smaller of both tails as [falling] does.
func hypergeometric(t Table) Tail {
	with, without := float64(t.With.N), float64(t.Without.N)
	successes := float64(t.With.K + t.Without.K)
	k := float64(t.With.K)
	least := max(0, successes-without)
	if k <= least {
		return Tail{P: 1}
	}
	if k <= successes*with/(with+without) {
		// The other tail from k-1 down is the upper one of the failures.
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

// logDrawn is the logarithm of the hypergeometric density: three binomial ones at a common rate.
func logDrawn(k, with, without, successes float64) float64 {
	all := with + without
	p, q := successes/all, (all-successes)/all
	if q == 0 || p == 0 {
		return 0
	}
	return logDensity(k, with, p, q) + logDensity(successes-k, without, p, q) - logDensity(successes, all, p, q)
}

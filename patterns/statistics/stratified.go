package statistics

import "math"

// Stratified is a comparison within strata.
type Stratified struct {
	// Used is the number of informative strata: those that contain both sides and both outcomes.
	Used int
	// P is the two-sided p-value of the Cochran-Mantel-Haenszel test that success is independent of
	// the exposure in every stratum, Greater and Less are the one-sided ones; 1 when no stratum is
	// used.
	P, Greater, Less Tail
	// Exact says that they come from the exact conditional distribution, not from the normal
	// approximation with continuity correction that is used for many episodes.
	Exact bool
	// Difference is the Mantel-Haenszel risk difference with its 95 % interval (variance of Sato
	// 1989); nil when no stratum has both sides.
	Difference, Low, High *float64
}

// exactCost is the most products the exact distribution may take. It takes few where an outcome or a
// side is rare, and where it takes more the normal approximation is good.
const exactCost = 20_000

// CochranMantelHaenszel compares with and without within strata (Cochran 1954, Mantel and Haenszel
// 1959). Given the margins of all tables, the successes with the exposure are a sum of independent
// hypergeometric counts; that is the exact distribution. The two-sided p-value doubles the smaller
// tail. Impossible strata are left out.
func CochranMantelHaenszel(strata []Table) Stratified {
	sides, telling := both(strata)
	out := Stratified{Used: len(telling), Exact: true, Greater: Tail{P: 1}, Less: Tail{P: 1}}
	if exact(telling) {
		out.Greater, out.Less = conditional(telling)
	} else {
		out.Exact = false
		out.Greater, out.Less = asymptotic(telling)
	}
	smaller := out.Greater
	if out.Less.Log10 < smaller.Log10 {
		smaller = out.Less
	}
	out.P = Tail{P: min(1, 2*smaller.P), Log10: min(0, smaller.Log10+math.Log10(2))}
	out.difference(sides)
	return out
}

// both returns the strata that have both sides, and those of them that also have both outcomes.
func both(strata []Table) (sides, telling []Table) {
	for _, t := range strata {
		if !t.valid() || t.With.N == 0 || t.Without.N == 0 {
			continue
		}
		sides = append(sides, t)
		if s := t.With.K + t.Without.K; s > 0 && s < t.With.N+t.Without.N {
			telling = append(telling, t)
		}
	}
	return sides, telling
}

// width returns how many counts of successes with it a stratum allows, and the least of them.
func (t Table) width() (from, width int) {
	successes := t.With.K + t.Without.K
	from = max(0, successes-t.Without.N)
	return from, min(t.With.N, successes) - from + 1
}

// exact reports whether the exact distribution is cheap enough.
func exact(strata []Table) bool {
	cost, sum := 0, 1
	for _, t := range strata {
		_, width := t.width()
		cost += sum * width
		sum += width - 1
		if cost > exactCost {
			return false
		}
	}
	return true
}

// conditional sums the tails of the exact distribution. It uses the odds that fit the counts, because
// at even odds the densities there may underflow.
func conditional(strata []Table) (greater, less Tail) {
	odds := commonOdds(strata)
	all, at := []float64{1}, 0
	for _, t := range strata {
		from, width := t.width()
		at += t.With.K - from
		all = convolved(all, t.tilted(odds, from, width))
	}
	up, down, whole := math.Inf(-1), math.Inf(-1), math.Inf(-1)
	for x, density := range all {
		log := math.Log(density) - odds*float64(x-at)
		whole = logSum(whole, log)
		if x >= at {
			up = logSum(up, log)
		}
		if x <= at {
			down = logSum(down, log)
		}
	}
	return tailOf(min(0, up-whole)), tailOf(min(0, down-whole))
}

// commonOdds returns the logarithm of the Mantel-Haenszel odds ratio, kept finite.
func commonOdds(strata []Table) float64 {
	more, less := .5, .5
	for _, t := range strata {
		more += float64(t.With.K) * float64(t.Without.N-t.Without.K) / t.total()
		less += float64(t.With.N-t.With.K) * float64(t.Without.K) / t.total()
	}
	return math.Log(more / less)
}

// tilted returns the densities of a stratum at given log odds, up to a factor.
func (t Table) tilted(odds float64, from, width int) []float64 {
	out, greatest := make([]float64, width), math.Inf(-1)
	for i := range out {
		x := float64(from + i)
		out[i] = odds*x + logDrawn(x, float64(t.With.N), float64(t.Without.N), float64(t.With.K+t.Without.K))
		greatest = max(greatest, out[i])
	}
	for i := range out {
		out[i] = math.Exp(out[i] - greatest)
	}
	return out
}

// convolved returns the densities of the sum of two counts.
func convolved(a, b []float64) []float64 {
	out := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			out[i+j] += x * y
		}
	}
	return out
}

// logSum returns the logarithm of a sum from the logarithms of its terms.
func logSum(a, b float64) float64 {
	high, low := max(a, b), min(a, b)
	if math.IsInf(low, -1) {
		return high
	}
	return high + math.Log1p(math.Exp(low-high))
}

// asymptotic returns the tails of the normal distribution, with a continuity correction of half a
// success.
func asymptotic(strata []Table) (greater, less Tail) {
	excess, variance := 0., 0.
	for _, t := range strata {
		n, with, without := t.total(), float64(t.With.N), float64(t.Without.N)
		successes := float64(t.With.K + t.Without.K)
		excess += float64(t.With.K) - with*successes/n
		variance += with * without * successes * (n - successes) / (n * n * (n - 1))
	}
	deviation := math.Sqrt(variance)
	return normalUpper((excess - .5) / deviation), normalUpper((-excess - .5) / deviation)
}

// normalFar is the value from which the tail is computed by its expansion.
const normalFar = 30

// normalUpper returns the tail of the standard normal distribution above z.
func normalUpper(z float64) Tail {
	if z < normalFar {
		return tailOf(math.Log(math.Erfc(z/math.Sqrt2) / 2))
	}
	square := z * z
	return tailOf(-square/2 - math.Log(z*math.Sqrt(2*math.Pi)) + math.Log1p(-1/square+3/square/square))
}

// difference computes the adjusted difference of the rates.
func (s *Stratified) difference(strata []Table) {
	var sum, weight, p, q float64
	for _, t := range strata {
		with, without, n := float64(t.With.N), float64(t.Without.N), t.total()
		a, c := float64(t.With.K), float64(t.Without.K)
		sum += (a*without - c*with) / n
		weight += with * without / n
		p += (with*with*c - without*without*a + with*without*(without-with)/2) / (n * n)
		q += (a*(without-c) + c*(with-a)) / (2 * n)
	}
	if weight == 0 {
		return
	}
	diff := sum / weight
	half := Z95 * math.Sqrt(max(0, diff*p+q)) / weight
	low, high := max(-1, diff-half), min(1, diff+half)
	s.Difference, s.Low, s.High = &diff, &low, &high
}

// MantelHaenszelOdds is the 95 % interval of the odds ratio common to strata (Robins, Breslow and Greenland
// 1986). ok is false when no stratum has both sides and both outcomes, or the ratio is 0 or infinite.
func MantelHaenszelOdds(strata []Table) (low, high float64, ok bool) {
	_, telling := both(strata)
	var more, less, pr, mixed, qs float64
	for _, t := range telling {
		n := t.total()
		a, b := float64(t.With.K), float64(t.With.N-t.With.K)
		c, d := float64(t.Without.K), float64(t.Without.N-t.Without.K)
		p, q, r, s := (a+d)/n, (b+c)/n, a*d/n, b*c/n
		more, less = more+r, less+s
		pr, mixed, qs = pr+p*r, mixed+p*s+q*r, qs+q*s
	}
	if more == 0 || less == 0 {
		return 0, 0, false
	}
	log := math.Log(more / less)
	half := Z95 * math.Sqrt(pr/(2*more*more)+mixed/(2*more*less)+qs/(2*less*less))
	return math.Exp(log - half), math.Exp(log + half), true
}

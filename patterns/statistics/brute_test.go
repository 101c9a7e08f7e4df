package statistics_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// exactTail sums P(X >= k) for n trials at rate p as a fraction.
func exactTail(k, n int, p float64) *big.Rat {
	rate := new(big.Rat).SetFloat64(p)
	other := new(big.Rat).Sub(big.NewRat(1, 1), rate)
	sum := new(big.Rat)
	for j := max(k, 0); j <= n; j++ {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(j)))
		sum.Add(sum, term.Mul(term, new(big.Rat).Mul(power(rate, j), power(other, n-j))))
	}
	return sum
}

func power(x *big.Rat, by int) *big.Rat {
	e := big.NewInt(int64(by))
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
}

// number converts a fraction.
func number(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

func TestBinomial_Fractions(t *testing.T) {
	random := soak.Rand(1, 1)
	for range soak.Rounds(100) {
		n := random.IntN(41)
		k, p := random.IntN(n+3)-1, random.Float64()
		if random.IntN(8) == 0 {
			p = []float64{0, 1, .5, 1e-9, 1 - 1e-9}[random.IntN(5)]
		}
		want := exactTail(k, n, p)
		relative(t, "upper", statistics.BinomialUpper(k, n, p).P, number(want), 1e-12)
		less := new(big.Rat).Sub(big.NewRat(1, 1), exactTail(k+1, n, p))
		relative(t, "lower", statistics.BinomialLower(k, n, p).P, number(less), 1e-12)
		if t.Failed() {
			t.Fatalf("%d of %d at %v", k, n, p)
		}
	}
}

// TestBinomial_TwoWays compares the series with the continued fraction where fractions are too slow.
func TestBinomial_TwoWays(t *testing.T) {
	random := soak.Rand(1, 2)
	for range soak.Rounds(100) {
		n := 1 + random.IntN(1_000_000)
		p := random.Float64()
		mean, deviation := float64(n)*p, math.Sqrt(float64(n)*p*(1-p))
		k := int(mean + deviation*(random.Float64()*60-30))
		if k < 1 || k > n {
			continue
		}
		got, want := statistics.BinomialUpper(k, n, p), statistics.LogAbove(float64(n-k)+1, float64(k), 1-p)
		within(t, "logarithm", got.Log10*math.Ln10, want, 1e-9*max(1, math.Abs(want)))
		if want > -600 {
			relative(t, "upper", got.P, math.Exp(want), 1e-9)
		}
		if t.Failed() {
			t.Fatalf("%d of %d at %v", k, n, p)
		}
	}
}

func TestBinomial_Edges(t *testing.T) {
	for _, c := range []struct {
		why  string
		got  statistics.Tail
		want float64
	}{
		{"none or more", statistics.BinomialUpper(0, 10, .3), 1},
		{"more than there are", statistics.BinomialUpper(11, 10, .3), 0},
		{"no trial", statistics.BinomialUpper(0, 0, .3), 1},
		{"always", statistics.BinomialUpper(10, 10, 1), 1},
		{"never", statistics.BinomialUpper(1, 10, 0), 0},
		{"fewer than none", statistics.BinomialLower(-1, 10, .3), 0},
		{"all or fewer", statistics.BinomialLower(10, 10, .3), 1},
		{"all alike", statistics.BinomialTwoSided(5, 10, .5), 1},
	} {
		if c.got.P != c.want || c.got.Log10 != math.Log10(c.want) {
			t.Errorf("%s: %+v, want %v", c.why, c.got, c.want)
		}
	}
	for _, bad := range []statistics.Tail{
		statistics.BinomialUpper(1, -1, .5), statistics.BinomialUpper(1, 2, 1.5), statistics.BinomialUpper(1, 2, math.NaN()),
		statistics.BinomialLower(1, 2, -.1), statistics.BinomialTwoSided(3, 2, .5), statistics.BinomialTwoSided(-1, 2, .5),
		statistics.Table{With: statistics.Share{K: 3, N: 2}}.FisherGreater(), statistics.Table{With: statistics.Share{K: -1, N: 2}}.FisherLess(),
	} {
		if !math.IsNaN(bad.P) || !math.IsNaN(bad.Log10) {
			t.Errorf("%+v is said of what cannot be", bad)
		}
	}
}

func TestFisher_Fractions(t *testing.T) {
	random := soak.Rand(1, 3)
	for range soak.Rounds(100) {
		table := randomTable(random, 25)
		greater, less := drawnTails(table)
		relative(t, "greater", table.FisherGreater().P, number(greater), 1e-12)
		relative(t, "less", table.FisherLess().P, number(less), 1e-12)
		if t.Failed() {
			t.Fatalf("%+v", table)
		}
	}
}

func randomTable(random *rand.Rand, most int) statistics.Table {
	with, without := random.IntN(most), random.IntN(most)
	return statistics.Table{
		With:    statistics.Share{K: random.IntN(with + 1), N: with},
		Without: statistics.Share{K: random.IntN(without + 1), N: without},
	}
}

// drawnTails sums the hypergeometric distribution with fractions.
func drawnTails(t statistics.Table) (greater, less *big.Rat) {
	successes := t.With.K + t.Without.K
	greater, less = new(big.Rat), new(big.Rat)
	for x, density := range drawn(t) {
		if density.Sign() == 0 || x > successes {
			continue
		}
		if x >= t.With.K {
			greater.Add(greater, density)
		}
		if x <= t.With.K {
			less.Add(less, density)
		}
	}
	return greater, less
}

// drawn returns the probability of each count of successes with it, given the margins.
func drawn(t statistics.Table) []*big.Rat {
	successes := int64(t.With.K + t.Without.K)
	out := make([]*big.Rat, t.With.N+1)
	all := new(big.Int).Binomial(int64(t.With.N+t.Without.N), successes)
	for x := range out {
		out[x] = new(big.Rat)
		if int64(x) <= successes {
			ways := new(big.Int).Binomial(int64(t.With.N), int64(x))
			out[x].SetFrac(ways.Mul(ways, new(big.Int).Binomial(int64(t.Without.N), successes-int64(x))), all)
		}
	}
	return out
}

func TestFamilies_Definition(t *testing.T) {
	random := soak.Rand(1, 4)
	for range soak.Rounds(80) {
		p := make([]float64, random.IntN(12))
		for i := range p {
			p[i] = float64(random.IntN(20)) / 100 // with ties
		}
		bh, by, holm := statistics.BenjaminiHochberg(p), statistics.BenjaminiYekutieli(p), statistics.Holm(p)
		for i := range p {
			within(t, "Benjamini-Hochberg", bh[i], stepped(p, i), 1e-12)
			if by[i] < bh[i] || holm[i] < bh[i]-1e-12 || bh[i] < p[i] {
				t.Errorf("%v: %v, %v, %v", p, bh, by, holm)
			}
		}
	}
}

// stepped returns the least p m/rank over the p-values at or above one of them.
func stepped(p []float64, i int) float64 {
	least := 1.
	for _, at := range p {
		if at < p[i] {
			continue
		}
		rank := 0
		for _, other := range p {
			if other <= at {
				rank++
			}
		}
		least = min(least, at*float64(len(p))/float64(rank))
	}
	return least
}

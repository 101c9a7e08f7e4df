package statistics_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// TestCochranMantelHaenszel_Fractions compares with convolutions computed as fractions.
func TestCochranMantelHaenszel_Fractions(t *testing.T) {
	random := soak.Rand(3, 1)
	for range soak.Rounds(100) {
		strata := make([]statistics.Table, random.IntN(4))
		all, at := []*big.Rat{big.NewRat(1, 1)}, 0
		for i := range strata {
			strata[i] = randomTable(random, 12)
			at += strata[i].With.K
			all = summed(all, drawn(strata[i]))
		}
		greater, less := new(big.Rat), new(big.Rat)
		for x, density := range all {
			if x >= at {
				greater.Add(greater, density)
			}
			if x <= at {
				less.Add(less, density)
			}
		}
		got := statistics.CochranMantelHaenszel(strata)
		relative(t, "greater", got.Greater.P, number(greater), 1e-10)
		relative(t, "less", got.Less.P, number(less), 1e-10)
		relative(t, "two-sided", got.P.P, min(1, 2*min(number(greater), number(less))), 1e-10)
		if !got.Exact || t.Failed() {
			t.Fatalf("%+v: %+v", strata, got)
		}
	}
}

func summed(a, b []*big.Rat) []*big.Rat {
	out := make([]*big.Rat, len(a)+len(b)-1)
	for i := range out {
		out[i] = new(big.Rat)
	}
	for i, x := range a {
		for j, y := range b {
			out[i+j].Add(out[i+j], new(big.Rat).Mul(x, y))
		}
	}
	return out
}

func TestCochranMantelHaenszel_OneStratumIsFisher(t *testing.T) {
	for _, table := range []statistics.Table{
		{With: statistics.Share{K: 8, N: 10}, Without: statistics.Share{K: 1, N: 10}},
		{With: statistics.Share{K: 600, N: 1000}, Without: statistics.Share{K: 200, N: 1000}},
	} {
		got := statistics.CochranMantelHaenszel([]statistics.Table{table})
		relative(t, "logarithm", got.Greater.Log10, table.FisherGreater().Log10, 1e-9)
		within(t, "difference", *got.Difference, *table.Difference(), 1e-12)
	}
}

// TestCochranMantelHaenszel_ManyIsNear compares the normal approximation with the exact distribution on
// Simpson's paradox, a hundred times as large.
func TestCochranMantelHaenszel_ManyIsNear(t *testing.T) {
	stones := func(times int) []statistics.Table {
		return []statistics.Table{
			{With: statistics.Share{K: 81 * times, N: 87 * times}, Without: statistics.Share{K: 234 * times, N: 270 * times}},
			{With: statistics.Share{K: 192 * times, N: 263 * times}, Without: statistics.Share{K: 55 * times, N: 80 * times}},
		}
	}
	small, large := statistics.CochranMantelHaenszel(stones(1)), statistics.CochranMantelHaenszel(stones(100))
	if !small.Exact || large.Exact || small.Used != 2 {
		t.Errorf("%+v and %+v", small, large)
	}
	within(t, "difference", *large.Difference, *small.Difference, 1e-12)
	if *small.Difference < 0 || *small.Low > 0 || *large.Low < 0 {
		t.Errorf("the better treatment is not the better one: %v (%v to %v)", *small.Difference, *small.Low, *small.High)
	}
	if !(large.Greater.Log10 < -25 && large.Greater.Log10 > -60) {
		t.Errorf("p is 10^%v", large.Greater.Log10)
	}
}

func TestCochranMantelHaenszel_NothingToSay(t *testing.T) {
	for _, c := range []struct {
		why        string
		strata     []statistics.Table
		difference bool
	}{
		{"no stratum", nil, false},
		{"one side only", []statistics.Table{{With: statistics.Share{K: 3, N: 5}}}, false},
		{"all succeed", []statistics.Table{{With: statistics.Share{K: 5, N: 5}, Without: statistics.Share{K: 4, N: 4}}}, true},
		{"cannot be", []statistics.Table{{With: statistics.Share{K: 6, N: 5}, Without: statistics.Share{K: 4, N: 4}}}, false},
	} {
		got := statistics.CochranMantelHaenszel(c.strata)
		if got.Used != 0 || got.P.P != 1 || got.Greater.P != 1 || got.Less.P != 1 || (got.Difference != nil) != c.difference {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
}

// TestCochranMantelHaenszel_Coverage draws strata with a known difference, including sparse ones.
func TestCochranMantelHaenszel_Coverage(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	const draws = 2000
	for _, size := range []int{4, 40} {
		inside, small := 0, 0
		for range draws {
			var fair, apart []statistics.Table
			for i := range 200 / size {
				base := .3 + .4*float64(i%5)/4
				without := share(random, size+i%3, base)
				apart = append(apart, statistics.Table{With: share(random, size, base+.2), Without: without})
				fair = append(fair, statistics.Table{With: share(random, size, base), Without: without})
			}
			got := statistics.CochranMantelHaenszel(apart)
			if *got.Low <= .2 && .2 <= *got.High {
				inside++
			}
			if statistics.CochranMantelHaenszel(fair).P.P <= .05 {
				small++
			}
		}
		cover, alarm := float64(inside)/draws, float64(small)/draws
		t.Logf("strata of %d: the interval covers %.3f, false alarms %.3f", size, cover, alarm)
		if math.Abs(cover-.95) > .02 || alarm > .06 {
			t.Errorf("strata of %d: the interval covers %.3f, false alarms %.3f", size, cover, alarm)
		}
	}
}

func share(random *rand.Rand, n int, p float64) statistics.Share {
	k := 0
	for range n {
		if random.Float64() < p {
			k++
		}
	}
	return statistics.Share{K: k, N: n}
}

package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

func TestIndependence(t *testing.T) {
	for _, c := range []struct {
		why     string
		strata  []statistics.Crosstab
		exact   bool
		freedom int
		g, p    float64
	}{
		// G and p of these tables by hand: 2 sum O ln(O/E), and the tail of the chi-squared distribution.
		{"one table of two by two", []statistics.Crosstab{{{30, 10}, {10, 30}}}, false, 1, 20.929926, 4.764e-06},
		{"two strata add up", []statistics.Crosstab{{{30, 10}, {10, 30}}, {{10, 10}, {10, 10}}}, false, 2, 20.929926, 2.852e-05},
		{"three states", []statistics.Crosstab{{{20, 10, 10}, {10, 20, 10}}}, false, 2, 6.795961, 0.033441},
		{"a rare state is pooled with another", []statistics.Crosstab{{{20, 18, 2}, {10, 28, 2}}}, false, 1, 5.176488, 0.022895},
		{"a state that nobody has is none", []statistics.Crosstab{{{30, 0, 10}, {10, 0, 30}}}, false, 1, 20.929926, 4.764e-06},
		{"too few for G: Fisher's test", []statistics.Crosstab{{{3, 1}, {1, 3}}}, true, 0, 0, .485714},
		{"nothing to compare", []statistics.Crosstab{{{9, 0}, {7, 0}}}, false, 0, 0, 1},
		{"no stratum", nil, false, 0, 0, 1},
	} {
		got := statistics.TestIndependence(c.strata)
		if got.Exact != c.exact || got.Freedom != c.freedom || math.Abs(got.G-c.g) > 1e-5 || math.Abs(got.P.P-c.p) > 1e-3*c.p {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
}

// Of tables with nothing in them a share of alpha is below alpha, at every size and with either test.
func TestIndependence_HoldsItsLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for _, c := range []struct {
		rows, states int
		p            float64
	}{{400, 2, .5}, {400, 3, .3}, {60, 2, .1}, {400, 2, .02}, {1000, 4, .2}} {
		const rounds = 2_000
		below := 0
		for range rounds {
			strata := make([]statistics.Crosstab, 3)
			for i := range strata {
				strata[i] = make(statistics.Crosstab, c.states)
				for j := range strata[i] {
					strata[i][j] = make([]int, c.states)
				}
			}
			for range c.rows {
				state := func() int {
					if random.Float64() < c.p {
						return 1 + random.IntN(c.states-1)
					}
					return 0
				}
				strata[random.IntN(3)][state()][state()]++
			}
			if statistics.TestIndependence(strata).P.P <= .05 {
				below++
			}
		}
		if share := float64(below) / rounds; share > .075 {
			t.Errorf("%+v: %.3f of the tables are below .05", c, share)
		}
	}
}

// The tail goes on where a float64 ends, as its logarithm.
func TestIndependence_FarTail(t *testing.T) {
	last := 0.
	for n := 100; n <= 4_000; n += 50 {
		p := statistics.TestIndependence([]statistics.Crosstab{{{n, 10}, {10, n}}}).P
		if p.Log10 >= last || math.IsInf(p.Log10, 0) || math.IsNaN(p.Log10) {
			t.Fatalf("at %d the logarithm is %v after %v", n, p.Log10, last)
		}
		last = p.Log10
	}
}

func TestMantelHaenszelOdds(t *testing.T) {
	table := func(a, n, c, m int) statistics.Table {
		return statistics.Table{With: statistics.Share{K: a, N: n}, Without: statistics.Share{K: c, N: m}}
	}
	// Of one table it is the interval of Woolf (1955): log odds ratio 2 log 3, variance 2/30 + 2/10.
	low, high, ok := statistics.MantelHaenszelOdds([]statistics.Table{table(30, 40, 10, 40)})
	half := statistics.Z95 * math.Sqrt(2./30+2./10)
	if !ok || math.Abs(math.Log(low)-(math.Log(9)-half)) > 1e-9 || math.Abs(math.Log(high)-(math.Log(9)+half)) > 1e-9 {
		t.Errorf("%v to %v, %v", low, high, ok)
	}
	if _, _, ok := statistics.MantelHaenszelOdds([]statistics.Table{table(0, 40, 10, 40)}); ok {
		t.Error("a ratio of 0 has an interval")
	}
	if again, _, _ := statistics.MantelHaenszelOdds([]statistics.Table{table(30, 40, 10, 40), table(5, 5, 7, 7)}); again != low {
		t.Errorf("a stratum that tells nothing changes it: %v", again)
	}
}

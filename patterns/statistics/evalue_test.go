package statistics_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// likelihood returns the integral from p to 1 of the likelihood of k of n, as a polynomial.
func likelihood(k, n int, p *big.Rat) *big.Rat {
	sum, one := new(big.Rat), big.NewRat(1, 1)
	for j := 0; j <= n-k; j++ {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n-k), int64(j)))
		term.Mul(term, new(big.Rat).Sub(one, power(p, k+j+1)))
		term.Quo(term, big.NewRat(int64(k+j+1), 1))
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

func TestEValue_Fractions(t *testing.T) {
	random := soak.Rand(2, 1)
	for range soak.Rounds(80) {
		n := random.IntN(30)
		k, p := random.IntN(n+1), .01+.98*random.Float64()
		rate := new(big.Rat).SetFloat64(p)
		other := new(big.Rat).Sub(big.NewRat(1, 1), rate)
		want := likelihood(k, n, rate)
		want.Quo(want, new(big.Rat).Mul(other, new(big.Rat).Mul(power(rate, k), power(other, n-k))))
		relative(t, "e-value", math.Pow(10, statistics.EValue(k, n, p)), number(want), 1e-11)
		if t.Failed() {
			t.Fatalf("%d of %d at %v", k, n, p)
		}
	}
}

// TestEValueGreater_Grid compares the function with a sum over a fine grid of rates.
func TestEValueGreater_Grid(t *testing.T) {
	random := soak.Rand(2, 2)
	for range soak.Rounds(20) {
		trials := statistics.Share{N: 1 + random.IntN(60)}
		trials.K = random.IntN(trials.N + 1)
		others := statistics.Weighted{N: 40 * random.Float64()}
		others.K = others.N * random.Float64()
		const steps = 20_000
		top, weight := 0., 0.
		for i := range steps {
			p := (float64(i) + .5) / steps
			// The posterior of all episodes with one more success; the e-value is averaged over it.
			log := (float64(trials.K)+others.K+1)*math.Log(p) + (float64(trials.N-trials.K)+others.N-others.K)*math.Log1p(-p)
			density := math.Exp(log + 20)
			weight += density
			top += density * math.Pow(10, statistics.EValue(trials.K, trials.N, p))
		}
		relative(t, "e-value", math.Pow(10, statistics.EValueGreater(trials, others)), top/weight, 2e-3)
		if t.Failed() {
			t.Fatalf("%+v against %+v", trials, others)
		}
	}
}

func TestEValueGreater_Many(t *testing.T) {
	for _, c := range []struct {
		why    string
		trials statistics.Share
		others statistics.Weighted
		low    float64
		high   float64
	}{
		{"no trial says nothing", statistics.Share{}, statistics.Weighted{K: 5, N: 20}, 0, 0},
		{"nothing to compare with, nothing found", statistics.Share{K: 1000, N: 1000}, statistics.Weighted{}, 0, 1.3},
		{"all succeed on both sides", statistics.Share{K: 1000, N: 1000}, statistics.Weighted{K: 1000, N: 1000}, -1, 1.3},
		{"a known rate", statistics.Share{K: 90, N: 100}, statistics.Weighted{K: 6e8, N: 1e9}, 9.10, 9.11},
		{"a million that fail more often", statistics.Share{K: 590_000, N: 1_000_000}, statistics.Weighted{K: 600_000, N: 1_000_000}, -10, -3},
		{"no number", statistics.Share{K: 3, N: 2}, statistics.Weighted{}, math.NaN(), 0},
	} {
		got := statistics.EValueGreater(c.trials, c.others)
		if math.IsNaN(c.low) != math.IsNaN(got) || got < c.low || got > c.high {
			t.Errorf("%s: %v, want %v to %v", c.why, got, c.low, c.high)
		}
	}
}

// looks is the order in which trials (true) and compared episodes arrive.
type looks struct {
	why   string
	order func(i int) bool
	n     int
}

// TestEValueGreater_FalseAlarms computes exactly, from the distribution of both counts, how likely the
// e-value ever reaches 20 when one looks after every episode and both rates are equal.
func TestEValueGreater_FalseAlarms(t *testing.T) {
	for _, l := range []looks{
		{"in turns", func(i int) bool { return i%2 == 0 }, 90},
		{"three trials for one", func(i int) bool { return i%4 != 3 }, 90},
		{"ten trials for one", func(i int) bool { return i%11 != 10 }, 90},
		{"twenty first", func(i int) bool { return i >= 20 }, 90},
		{"trials first", func(i int) bool { return i < 20 }, 90},
	} {
		limits := l.limits(math.Log10(20))
		greatest := 0.
		for _, p := range []float64{.1, .3, .5, .65, .8, .9, .95, .99} {
			alarm := l.alarm(limits, p)
			greatest = max(greatest, alarm)
			if alarm > .05 {
				t.Errorf("%s at %v: false alarms %.4f", l.why, p, alarm)
			}
		}
		t.Logf("%s: false alarms up to %.4f", l.why, greatest)
		if greatest < .001 {
			t.Errorf("%s: it never says anything", l.why)
		}
	}
}

// limits returns, after each episode and for each count of successes among the compared episodes, the
// least successes that reach an e-value of enough.
func (l looks) limits(enough float64) [][]int {
	var out [][]int
	trials, compared := 0, 0
	for i := range l.n {
		if l.order(i) {
			trials++
		} else {
			compared++
		}
		limit, k := make([]int, compared+1), 0
		for m := range limit {
			for k <= trials && statistics.EValueGreater(statistics.Share{K: k, N: trials}, statistics.Weighted{K: float64(m), N: float64(compared)}) < enough {
				k++
			}
			limit[m] = k
		}
		out = append(out, limit)
	}
	return out
}

// alarm follows the probability of every pair of counts that has not raised an alarm yet.
func (l looks) alarm(limits [][]int, p float64) float64 {
	type counts struct{ k, m int }
	at, alarm := map[counts]float64{{}: 1}, 0.
	for i := range l.n {
		next := map[counts]float64{}
		for c, probability := range at {
			more := counts{c.k, c.m + 1}
			if l.order(i) {
				more = counts{c.k + 1, c.m}
			}
			for to, share := range map[counts]float64{more: p, c: 1 - p} {
				if to.k >= limits[i][to.m] {
					alarm += probability * share
				} else {
					next[to] += probability * share
				}
			}
		}
		at = next
	}
	return alarm
}

// TestEValue_FalseAlarms does the same for a known rate, at 200 trials.
func TestEValue_FalseAlarms(t *testing.T) {
	for _, p := range []float64{.1, .3, .5, .62, .75, .8, .9} {
		at, alarm := []float64{1}, 0.
		for n := 1; n <= 200; n++ {
			next := make([]float64, n+1)
			for k, probability := range at {
				next[k] += probability * (1 - p)
				next[k+1] += probability * p
			}
			for k := range next {
				if statistics.EValue(k, n, p) >= math.Log10(20) {
					alarm += next[k]
					next[k] = 0
				}
			}
			at = next
		}
		t.Logf("at %v: false alarms %.4f", p, alarm)
		if alarm > .05 || alarm < .005 {
			t.Errorf("at %v: false alarms %.4f", p, alarm)
		}
	}
}

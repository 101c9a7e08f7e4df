package link_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"gonum.org/v1/gonum/stat/distuv"
)

type tableVector struct {
	N11, N10, N01, N00 int
	DeltaP             float64    `json:"delta_p"`
	Generative         *float64   `json:"generative_power"`
	Preventive         *float64   `json:"preventive_power"`
	Posterior          float64    `json:"strength_posterior_mean_jeffreys"`
	PosteriorLow       float64    `json:"strength_lower_5pct"`
	Newcombe           [2]float64 `json:"newcombe_diff95"`
}

func (v tableVector) counts() link.PairCounts {
	return link.PairCounts{N11: v.N11, N10: v.N10, N01: v.N01, N00: v.N00}
}

func readTables(t *testing.T) []tableVector {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "stats", "stat_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Tables []tableVector `json:"two_by_two"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Tables) == 0 {
		t.Fatal("no tables to compare with")
	}
	return file.Tables
}

func TestMeasured_Vectors(t *testing.T) {
	for _, v := range readTables(t) {
		m := link.Measured(episodic.RelationCauses, v.counts())
		p := link.Measured(episodic.RelationPrevents, v.counts())
		causaltest.Near(t, "delta P", m.DeltaP, v.DeltaP, 1e-12)
		causaltest.Near(t, "low end", m.DeltaLow, v.Newcombe[0], 1e-12)
		causaltest.Near(t, "high end", m.DeltaHigh, v.Newcombe[1], 1e-12)
		causaltest.Near(t, "posterior", m.Posterior, v.Posterior, 1e-12)
		causaltest.Near(t, "posterior 5 %", m.PosteriorLow, v.PosteriorLow, 1e-7)
		if v.Generative != nil {
			causaltest.Near(t, "generative power", m.Strength, *v.Generative, 1e-12)
		} else {
			causaltest.Near(t, "strength against the counts", m.Strength, 0, 0)
		}
		if v.Preventive != nil {
			causaltest.Near(t, "preventive power", p.Strength, *v.Preventive, 1e-12)
		} else if p.Strength != nil {
			causaltest.Near(t, "prevention against the counts", p.Strength, 0, 0)
		}
		a, b := *m.Confidence, *p.Confidence
		if math.Abs(a+b-1) > 1e-12 {
			t.Errorf("%+v: confidences %v and %v of opposites", v, a, b)
		}
	}
}

func TestMeasured_CannotSay(t *testing.T) {
	for _, c := range []struct {
		why                                     string
		relation                                episodic.Relation
		counts                                  link.PairCounts
		unmeasured, posterior, strong, supports bool
	}{
		{"nothing is known", episodic.RelationCauses, link.PairCounts{}, true, false, false, false},
		{"never without the source", episodic.RelationCauses, link.PairCounts{N11: 9, N10: 1}, true, true, false, false},
		{"never with the source", episodic.RelationCauses, link.PairCounts{N01: 9, N00: 1}, true, false, false, false},
		{"the effect is always there", episodic.RelationCauses, link.PairCounts{N11: 50, N01: 50}, false, true, false, false},
		{"the effect is never there to prevent", episodic.RelationPrevents, link.PairCounts{N10: 50, N00: 50}, false, true, false, false},
		{"the effect never comes with its precondition", episodic.RelationEnables, link.PairCounts{N10: 50, N00: 50}, false, true, false, false},
		{"no direction, no strength", episodic.RelationCorrelates, link.PairCounts{N11: 50, N00: 50}, false, true, false, true},
		{"as clear as it gets", episodic.RelationCauses, link.PairCounts{N11: 50, N00: 50}, false, true, true, true},
	} {
		m := link.Measured(c.relation, c.counts)
		if m.Unmeasured != c.unmeasured || (m.DeltaP == nil) != c.unmeasured || (m.Confidence == nil) != c.unmeasured {
			t.Errorf("%s: %+v", c.why, m)
		}
		if (m.Posterior != nil) != c.posterior || (m.PosteriorLow != nil) != c.posterior || (m.PosteriorHigh != nil) != c.posterior {
			t.Errorf("%s: posterior %v", c.why, m.Posterior)
		}
		if (m.Strength != nil) != c.strong {
			t.Errorf("%s: strength %v", c.why, m.Strength)
		}
		if !c.unmeasured && m.Unsupported == c.supports || c.unmeasured && (m.Unsupported || m.Suggested != "") {
			t.Errorf("%s: unsupported %t, suggested %q", c.why, m.Unsupported, m.Suggested)
		}
	}
}

func TestMeasured_Suggests(t *testing.T) {
	raises, lowers := link.PairCounts{N11: 90, N10: 10, N01: 40, N00: 60}, link.PairCounts{N11: 10, N10: 90, N01: 60, N00: 40}
	flat := link.PairCounts{N11: 50, N10: 50, N01: 50, N00: 50}
	needs := link.PairCounts{N11: 60, N10: 40, N01: 0, N00: 200}
	for _, c := range []struct {
		why         string
		relation    episodic.Relation
		counts      link.PairCounts
		want        episodic.Relation
		unsupported bool
	}{
		{"a cause raises", episodic.RelationCauses, raises, "", false},
		{"a cause that lowers prevents", episodic.RelationCauses, lowers, episodic.RelationPrevents, true},
		{"a precondition that lowers prevents", episodic.RelationEnables, lowers, episodic.RelationPrevents, true},
		{"a preventer lowers", episodic.RelationPrevents, lowers, "", false},
		{"a preventer that raises causes", episodic.RelationPrevents, raises, episodic.RelationCauses, true},
		{"a cause without a difference", episodic.RelationCauses, flat, episodic.RelationCorrelates, true},
		{"a preventer without a difference", episodic.RelationPrevents, flat, episodic.RelationCorrelates, true},
		{"what never happens without it, and with it not always, is enabled", episodic.RelationCauses, needs, episodic.RelationEnables, false},
		{"what is said to be enabled and is", episodic.RelationEnables, needs, "", false},
		{"what correlates may do so for any reason", episodic.RelationCorrelates, raises, "", false},
		{"what is said to correlate and does not", episodic.RelationCorrelates, flat, "", true},
	} {
		m := link.Measured(c.relation, c.counts)
		if m.Suggested != c.want || m.Unsupported != c.unsupported {
			t.Errorf("%s: suggested %q, unsupported %t", c.why, m.Suggested, m.Unsupported)
		}
	}
}

func TestMeasured_AmbiguousDirection(t *testing.T) {
	for _, c := range []struct {
		why               string
		relation          episodic.Relation
		forward, backward int
		want              bool
	}{
		{"no order is known", episodic.RelationCauses, 0, 0, false},
		{"always forward", episodic.RelationCauses, 100, 0, false},
		{"one exception proves nothing", episodic.RelationCauses, 3, 1, false},
		{"one in ten may be chance", episodic.RelationCauses, 90, 10, false},
		{"a fifth of many", episodic.RelationCauses, 80, 20, true},
		{"once, backward only", episodic.RelationPrevents, 0, 1, true},
		{"what correlates has no direction", episodic.RelationCorrelates, 0, 100, false},
	} {
		m := link.Measured(c.relation, link.PairCounts{Forward: c.forward, Backward: c.backward})
		if m.AmbiguousDirection != c.want {
			t.Errorf("%s: %t", c.why, m.AmbiguousDirection)
		}
	}
}

// randomCounts are counts of any size, with empty cells now and then.
func randomCounts(r *rand.Rand) link.PairCounts {
	cell := func() int {
		if r.IntN(5) == 0 {
			return 0
		}
		return int(math.Exp(r.Float64() * 9))
	}
	return link.PairCounts{N11: cell(), N10: cell(), N01: cell(), N00: cell()}
}

func TestMeasured_Properties(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	for range 3_000 {
		c := randomCounts(r)
		for _, relation := range episodic.Relations() {
			m := link.Measured(relation, c)
			for what, p := range map[string]*float64{
				"strength": m.Strength, "posterior": m.Posterior, "posterior low": m.PosteriorLow,
				"posterior high": m.PosteriorHigh, "confidence": m.Confidence,
			} {
				if p != nil && !(*p >= 0 && *p <= 1) {
					t.Fatalf("%s of %+v is %v", what, c, *p)
				}
			}
			if m.Unmeasured {
				continue
			}
			if !(-1 <= *m.DeltaLow && *m.DeltaLow <= *m.DeltaP && *m.DeltaP <= *m.DeltaHigh && *m.DeltaHigh <= 1) {
				t.Fatalf("interval of %+v: %v %v %v", c, *m.DeltaLow, *m.DeltaP, *m.DeltaHigh)
			}
			if *m.PosteriorLow > *m.PosteriorHigh {
				t.Fatalf("posterior of %+v: %v %v", c, *m.PosteriorLow, *m.PosteriorHigh)
			}
			ten := link.Measured(relation, link.PairCounts{N11: 10 * c.N11, N10: 10 * c.N10, N01: 10 * c.N01, N00: 10 * c.N00})
			if *ten.DeltaHigh-*ten.DeltaLow > *m.DeltaHigh-*m.DeltaLow {
				t.Fatalf("ten times %+v is less certain", c)
			}
		}
		swapped := link.PairCounts{N11: c.N01, N10: c.N00, N01: c.N11, N00: c.N10}
		if m, s := link.Measured(episodic.RelationCauses, c), link.Measured(episodic.RelationCauses, swapped); !m.Unmeasured {
			causaltest.Near(t, "confidence of the opposite", s.Confidence, 1-*m.Confidence, 1e-7)
			causaltest.Near(t, "delta P of the opposite", s.DeltaP, -*m.DeltaP, 1e-12)
			causaltest.Near(t, "interval of the opposite", s.DeltaLow, -*m.DeltaHigh, 1e-12)
		}
	}
}

// slowGreater integrates with many steps of Simpson's rule over the logit.
func slowGreater(k, n, l, m int) float64 {
	x := distuv.Beta{Alpha: float64(k) + .5, Beta: float64(n-k) + .5}
	y := distuv.Beta{Alpha: float64(l) + .5, Beta: float64(m-l) + .5}
	const steps, end = 40_000, 45.0
	sum := 0.0
	for i := range steps + 1 {
		at := -end + 2*end*float64(i)/steps
		p := 1 / (1 + math.Exp(-at))
		if p <= 0 || p >= 1 {
			continue
		}
		weight := 2.0 + 2*float64(i%2)
		sum += weight * x.Prob(p) * p * (1 - p) * y.CDF(p)
	}
	return sum * 2 * end / steps / 3
}

func TestGreater_BothWaysAndSlowly(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 2))
	for i := range 400 {
		n, m := 1+int(math.Exp(r.Float64()*7)), 1+int(math.Exp(r.Float64()*7))
		k, l := r.IntN(n+1), r.IntN(m+1)
		walk, quick := link.GreaterWalk(k, n, l, m), link.GreaterQuadrature(k, n, l, m)
		if math.Abs(walk-quick) > 1e-6 {
			t.Errorf("%d/%d against %d/%d: %v by steps, %v by quadrature", k, n, l, m, walk, quick)
		}
		if i%40 == 0 {
			if slow := slowGreater(k, n, l, m); math.Abs(walk-slow) > 1e-6 {
				t.Errorf("%d/%d against %d/%d: %v by steps, %v slowly", k, n, l, m, walk, slow)
			}
		}
	}
	for _, c := range [][4]int{{0, 20_000, 3, 15_000}, {0, 100_000, 0, 40}, {99_999, 100_000, 50_000, 50_000}, {7, 10, 60_000, 100_000}} {
		quick, slow := link.GreaterQuadrature(c[0], c[1], c[2], c[3]), link.GreaterWalk(c[0], c[1], c[2], c[3])
		if math.Abs(quick-slow) > 1e-6 {
			t.Errorf("%v: %v by quadrature, %v by steps", c, quick, slow)
		}
	}
}

func BenchmarkMeasured(b *testing.B) {
	for _, c := range []struct {
		name   string
		counts link.PairCounts
	}{
		{"few", link.PairCounts{N11: 3, N10: 2, N01: 2, N00: 8}},
		{"thousands", link.PairCounts{N11: 100, N10: 1_900, N01: 400, N00: 3_600}},
		{"tens of thousands", link.PairCounts{N11: 10, N10: 9_000, N01: 3_000, N00: 8_000}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				link.Measured(episodic.RelationCauses, c.counts)
			}
		})
	}
}

package statistics_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

type vectors struct {
	Binomial   []binomialRow
	Families   []familyRow
	Sequential []sequenceRow
	Tables     []tableRow `json:"two_by_two"`
}

type binomialRow struct {
	ID, K, N       int
	P0             float64
	Upper          float64    `json:"p_upper"`
	LogUpper       float64    `json:"log10_p_upper"`
	Lower          float64    `json:"p_lower"`
	TwoSided       *float64   `json:"p_two_sided"`
	Wilson         [2]float64 `json:"wilson95"`
	WilsonLower    float64    `json:"wilson_lower_one_sided95"`
	ClopperPearson [2]float64 `json:"clopper_pearson95"`
	Jeffreys       [2]float64 `json:"jeffreys95"`
	Mean           float64    `json:"posterior_mean_jeffreys"`
	Above          float64    `json:"posterior_p_gt_p0"`
	Confidence     float64    `json:"seed_confidence"`
}

type familyRow struct {
	P          []float64
	Alpha      float64
	BH         []float64 `json:"bh_adjusted"`
	BY         []float64 `json:"by_adjusted"`
	Holm       []float64 `json:"holm_adjusted"`
	BHReject   []bool    `json:"bh_reject"`
	BYReject   []bool    `json:"by_reject"`
	HolmReject []bool    `json:"holm_reject"`
}

type sequenceRow struct {
	X        string
	P0       float64
	Last     float64 `json:"e_value_final"`
	Greatest float64 `json:"e_value_max"`
	P        float64 `json:"anytime_p"`
	Rejected *int    `json:"first_reject_alpha05"`
}

type tableRow struct {
	N11, N10, N01, N00 int
	Support            *float64
	Confidence         float64
	Lift               *float64
	Leverage           *float64
	Difference         *float64   `json:"delta_p"`
	Greater            float64    `json:"fisher_greater"`
	Less               float64    `json:"fisher_less"`
	Mean               float64    `json:"strength_posterior_mean_jeffreys"`
	Low                float64    `json:"strength_lower_5pct"`
	Newcombe           [2]float64 `json:"newcombe_diff95"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "stats", "stat_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Binomial) == 0 || len(v.Families) == 0 || len(v.Sequential) == 0 || len(v.Tables) == 0 {
		t.Fatal("there is a kind of which no row is there to compare with")
	}
	return v
}

// within fails if two numbers differ by more than a tolerance.
func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v (off by %.3g)", what, got, want, got-want)
	}
}

// relative fails if two numbers differ by more than a relative tolerance.
func relative(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	within(t, what, got, want, tolerance*math.Abs(want))
}

// known compares numbers that may be nil.
func known(t *testing.T, what string, got, want *float64, tolerance float64) {
	t.Helper()
	if (got == nil) != (want == nil) {
		t.Errorf("%s: known %t, want %t", what, got != nil, want != nil)
	} else if got != nil {
		within(t, what, *got, *want, tolerance)
	}
}

// underflown is the value below which the written vectors have lost digits.
const underflown = 1e-300

// tail compares probabilities relatively, by their logarithms where they are too small.
func tail(t *testing.T, what string, got statistics.Tail, want float64) {
	t.Helper()
	if want > underflown {
		relative(t, what, got.P, want, 1e-9)
		within(t, what+" as a logarithm", got.Log10, math.Log10(want), 1e-9)
	} else if got.P > underflown || !(got.Log10 < math.Log10(underflown)) {
		t.Errorf("%s = %+v, want next to nothing", what, got)
	}
}

func TestBinomial_Vectors(t *testing.T) {
	for _, r := range readVectors(t).Binomial {
		upper := statistics.BinomialUpper(r.K, r.N, r.P0)
		tail(t, "upper tail", upper, r.Upper)
		relative(t, "logarithm of the upper tail", upper.Log10, r.LogUpper, 1e-9)
		tail(t, "lower tail", statistics.BinomialLower(r.K, r.N, r.P0), r.Lower)
		if r.TwoSided != nil {
			tail(t, "two-sided", statistics.BinomialTwoSided(r.K, r.N, r.P0), *r.TwoSided)
		}
		low, high := statistics.Wilson(r.K, r.N)
		within(t, "Wilson low", low, r.Wilson[0], 1e-12)
		within(t, "Wilson high", high, r.Wilson[1], 1e-12)
		within(t, "Wilson one-sided", statistics.WilsonLower(r.K, r.N), r.WilsonLower, 1e-12)
		low, high = statistics.ClopperPearson(r.K, r.N)
		within(t, "Clopper-Pearson low", low, r.ClopperPearson[0], 1e-7)
		within(t, "Clopper-Pearson high", high, r.ClopperPearson[1], 1e-7)
		low, high = statistics.Jeffreys(r.K, r.N)
		within(t, "Jeffreys low", low, r.Jeffreys[0], 1e-7)
		within(t, "Jeffreys high", high, r.Jeffreys[1], 1e-7)
		within(t, "mean", statistics.JeffreysMean(r.K, r.N), r.Mean, 1e-12)
		within(t, "posterior above", statistics.PosteriorAbove(r.K, r.N, r.P0), r.Above, 1e-9)
		within(t, "confidence", statistics.SeedConfidence(r.K, r.N, upper.P), r.Confidence, 1e-12)
		if t.Failed() {
			t.Fatalf("row %d: %d of %d at %v", r.ID, r.K, r.N, r.P0)
		}
	}
}

func TestFamilies_Vectors(t *testing.T) {
	for i, r := range readVectors(t).Families {
		for _, c := range []struct {
			name     string
			got      []float64
			adjusted []float64
			reject   []bool
		}{
			{"Benjamini-Hochberg", statistics.BenjaminiHochberg(r.P), r.BH, r.BHReject},
			{"Benjamini-Yekutieli", statistics.BenjaminiYekutieli(r.P), r.BY, r.BYReject},
			{"Holm", statistics.Holm(r.P), r.Holm, r.HolmReject},
		} {
			if len(c.got) != len(c.adjusted) {
				t.Fatalf("%s of family %d: %d p-values, want %d", c.name, i, len(c.got), len(c.adjusted))
			}
			for j := range c.got {
				relative(t, c.name, c.got[j], c.adjusted[j], 1e-12)
				if (c.got[j] <= r.Alpha) != c.reject[j] {
					t.Errorf("%s of family %d: %v at %v, rejected %t", c.name, i, c.got[j], r.Alpha, c.reject[j])
				}
			}
		}
	}
}

func TestEValues_Vectors(t *testing.T) {
	for i, r := range readVectors(t).Sequential {
		trials := make([]bool, len(r.X))
		for j, c := range r.X {
			trials[j] = c == '1'
		}
		s := statistics.EValues(trials, r.P0, .05)
		relative(t, "last", math.Pow(10, s.Last), r.Last, 1e-9)
		relative(t, "greatest", math.Pow(10, s.Greatest), r.Greatest, 1e-9)
		relative(t, "anytime p", s.P, r.P, 1e-9)
		want := 0
		if r.Rejected != nil {
			want = *r.Rejected
		}
		if s.Rejected != want {
			t.Errorf("sequence %d: rejected after %d, want %d", i, s.Rejected, want)
		}
	}
}

func TestTable_Vectors(t *testing.T) {
	for _, r := range readVectors(t).Tables {
		table := statistics.Table{
			With:    statistics.Share{K: r.N11, N: r.N11 + r.N10},
			Without: statistics.Share{K: r.N01, N: r.N01 + r.N00},
		}
		known(t, "support", table.Support(), r.Support, 1e-12)
		within(t, "confidence", table.With.Rate(), r.Confidence, 1e-12)
		known(t, "lift", table.Lift(), r.Lift, 1e-12)
		known(t, "leverage", table.Leverage(), r.Leverage, 1e-12)
		known(t, "difference", table.Difference(), r.Difference, 1e-12)
		tail(t, "Fisher greater", table.FisherGreater(), r.Greater)
		tail(t, "Fisher less", table.FisherLess(), r.Less)
		within(t, "posterior mean", statistics.JeffreysMean(r.N11, r.N11+r.N10), r.Mean, 1e-12)
		within(t, "posterior 5 %", statistics.JeffreysQuantile(r.N11, r.N11+r.N10, .05), r.Low, 1e-7)
		low, high := statistics.Newcombe(table.With, table.Without)
		within(t, "Newcombe low", low, r.Newcombe[0], 1e-12)
		within(t, "Newcombe high", high, r.Newcombe[1], 1e-12)
		if t.Failed() {
			t.Fatalf("%+v", r)
		}
	}
}

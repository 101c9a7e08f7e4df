package answers_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// statVectors are the rows of the statistics, of which a sample is asked through the API.
type statVectors struct {
	Binomial []struct {
		K, N       int
		P0         float64
		Upper      float64    `json:"p_upper"`
		Lower      float64    `json:"p_lower"`
		Log        *float64   `json:"log10_p_upper"`
		Wilson     [2]float64 `json:"wilson95"`
		Exact      [2]float64 `json:"clopper_pearson95"`
		Jeffreys   [2]float64 `json:"jeffreys95"`
		Above      float64    `json:"posterior_p_gt_p0"`
		Confidence float64    `json:"seed_confidence"`
	}
	Families []struct {
		P         []float64
		Hochberg  []float64 `json:"bh_adjusted"`
		Yekutieli []float64 `json:"by_adjusted"`
		Holm      []float64 `json:"holm_adjusted"`
	}
	Sequential []struct {
		X        string
		P0       float64
		Final    float64 `json:"e_value_final"`
		Greatest float64 `json:"e_value_max"`
		Anytime  float64 `json:"anytime_p"`
		Rejected *int    `json:"first_reject_alpha05"`
	}
	Tables []struct {
		N11, N10, N01, N00 int
		Greater            float64    `json:"fisher_greater"`
		Less               float64    `json:"fisher_less"`
		Interval           [2]float64 `json:"newcombe_diff95"`
		Difference         float64    `json:"delta_p"`
	} `json:"two_by_two"`
}

func readStatVectors(t *testing.T) (v statVectors) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "stats", "stat_vectors.json"))
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// figures is what patternStatistics answers.
type figures struct {
	Share struct {
		Wilson, ClopperPearson, Jeffreys          struct{ Low, High float64 }
		Above, Upper, Lower, LogUpper, Confidence float64
	}
	Family   []struct{ BenjaminiHochberg, BenjaminiYekutieli, Holm float64 }
	Sequence struct {
		Last, Greatest, AnytimeP float64
		Rejected                 *int
	}
	Table struct {
		Difference                struct{ Value, Low, High float64 }
		FisherGreater, FisherLess float64
	}
}

// figuresOf asks for the statistics of figures that are given.
func figuresOf(p *project, input vars) figures {
	p.T.Helper()
	return harness.Get[struct{ PatternStatistics figures }](p, `query($input: PatternStatisticsInput!) { patternStatistics(input: $input) {
		share { wilson { low high } clopperPearson { low high } jeffreys { low high } above upper lower logUpper confidence }
		family { benjaminiHochberg benjaminiYekutieli holm }
		sequence { last greatest anytimeP rejected }
		table { difference { value low high } fisherGreater fisherLess }
	} }`, vars{"input": input}).PatternStatistics
}

// wants checks numbers at the tolerances of the vectors.
type wants struct {
	t   *testing.T
	row int
}

func (w wants) relative(what string, got, want float64) {
	w.t.Helper()
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		w.t.Errorf("row %d: %s is %v, want %v", w.row, what, got, want)
	}
}

func (w wants) within(what string, got, want, most float64) {
	w.t.Helper()
	if !(math.Abs(got-want) <= most) {
		w.t.Errorf("row %d: %s is %v, want %v", w.row, what, got, want)
	}
}

// TestPatternStatistics_Share asks for every fourth row.
func TestPatternStatistics_Share(t *testing.T) {
	harness.EmbeddedOnly(t)
	p, v := newProject(t), readStatVectors(t)
	for i := 0; i < len(v.Binomial); i += 4 {
		row, w := v.Binomial[i], wants{t, i}
		got := figuresOf(p, vars{"share": vars{"successes": row.K, "trials": row.N, "rate": row.P0}}).Share
		if row.Upper > 1e-290 {
			w.relative("the upper tail", got.Upper, row.Upper)
		} else if row.Log != nil {
			w.relative("the logarithm of the upper tail", got.LogUpper, *row.Log)
		}
		if row.Lower > 1e-290 {
			w.within("the lower tail", got.Lower, row.Lower, 1e-9)
		}
		for e := range 2 {
			pick := func(i struct{ Low, High float64 }) float64 { return [2]float64{i.Low, i.High}[e] }
			w.within("Wilson", pick(got.Wilson), row.Wilson[e], 1e-12)
			w.within("Clopper-Pearson", pick(got.ClopperPearson), row.Exact[e], 1e-7)
			w.within("Jeffreys", pick(got.Jeffreys), row.Jeffreys[e], 1e-7)
		}
		w.within("the posterior", got.Above, row.Above, 1e-7)
		w.within("the confidence", got.Confidence, row.Confidence, 1e-12)
	}
}

func TestPatternStatistics_Families(t *testing.T) {
	harness.EmbeddedOnly(t)
	p, v := newProject(t), readStatVectors(t)
	for i, row := range v.Families {
		w := wants{t, i}
		got := figuresOf(p, vars{"family": row.P}).Family
		if len(got) != len(row.P) {
			t.Fatalf("row %d: %d of %d", i, len(got), len(row.P))
		}
		for j, g := range got {
			w.within("Benjamini-Hochberg", g.BenjaminiHochberg, row.Hochberg[j], 1e-9)
			w.within("Benjamini-Yekutieli", g.BenjaminiYekutieli, row.Yekutieli[j], 1e-9)
			w.within("Holm", g.Holm, row.Holm[j], 1e-9)
		}
	}
}

func TestPatternStatistics_Sequences(t *testing.T) {
	harness.EmbeddedOnly(t)
	p, v := newProject(t), readStatVectors(t)
	for i, row := range v.Sequential {
		w, trials := wants{t, i}, make([]bool, len(row.X))
		for j := range trials {
			trials[j] = row.X[j] == '1'
		}
		got := figuresOf(p, vars{"sequence": vars{"trials": trials, "rate": row.P0}}).Sequence
		w.within("the last e-value", got.Last, math.Log10(row.Final), 1e-9)
		w.within("the greatest e-value", got.Greatest, math.Log10(row.Greatest), 1e-9)
		w.relative("the anytime p-value", got.AnytimeP, row.Anytime)
		if (got.Rejected == nil) != (row.Rejected == nil) || got.Rejected != nil && *got.Rejected != *row.Rejected {
			t.Errorf("row %d: rejected at %v, want %v", i, got.Rejected, row.Rejected)
		}
	}
}

func TestPatternStatistics_Tables(t *testing.T) {
	harness.EmbeddedOnly(t)
	p, v := newProject(t), readStatVectors(t)
	for i, row := range v.Tables {
		if row.N11+row.N10 == 0 || row.N01+row.N00 == 0 {
			continue
		}
		w := wants{t, i}
		got := figuresOf(p, vars{"table": vars{
			"withSuccesses": row.N11, "withTrials": row.N11 + row.N10, "withoutSuccesses": row.N01, "withoutTrials": row.N01 + row.N00,
		}}).Table
		w.within("the difference", got.Difference.Value, row.Difference, 1e-12)
		w.within("its lower bound", got.Difference.Low, row.Interval[0], 1e-9)
		w.within("its upper bound", got.Difference.High, row.Interval[1], 1e-9)
		w.within("Fisher's test for more", got.FisherGreater, row.Greater, 1e-9)
		w.within("Fisher's test for fewer", got.FisherLess, row.Less, 1e-9)
	}
}

func TestPatternStatistics_Refuses(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	for _, c := range []struct {
		why, path string
		input     vars
	}{
		{"more successes than trials", "input.share.successes", vars{"share": vars{"successes": 4, "trials": 3}}},
		{"a rate of 1 can be tested against nothing", "input.share.rate", vars{"share": vars{"successes": 1, "trials": 3, "rate": 1}}},
		{"more trials than are counted", "input.share.trials", vars{"share": vars{"successes": 1, "trials": 10_000_001}}},
		{"no p-value", "input.family[1]", vars{"family": []float64{.5, 1.5}}},
		{"a negative count", "input.table.withTrials", vars{"table": vars{"withSuccesses": 0, "withTrials": -1, "withoutSuccesses": 0, "withoutTrials": 0}}},
		{"a bad stratum", "input.strata[0].withoutSuccesses", vars{"strata": []vars{{"withSuccesses": 0, "withTrials": 1, "withoutSuccesses": 2, "withoutTrials": 1}}}},
		{"a level of 0", "input.sequence.alpha", vars{"sequence": vars{"trials": []bool{true}, "alpha": 0}}},
	} {
		got := p.Ask(`query($input: PatternStatisticsInput!) { patternStatistics(input: $input) { family { p } } }`, vars{"input": c.input})
		if got.Codes() != "INVALID_INPUT "+c.path {
			t.Errorf("%s: %s: %s", c.why, got.Codes(), got.Text())
		}
	}
}

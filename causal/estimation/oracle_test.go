package estimation_test

import (
	"math"
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// The tolerances come from the README of the causal test data.

func TestLearned_GFormula_do(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := openOracle(t, name)
			s := o.recorded(t, 2_000)
			l := estimation.Learn(s, o.graph)
			var model, naive, strata mean
			for _, d := range o.truth.Do {
				for state, want := range d.PDo {
					q := o.question(d.X, d.XState, d.Y, state, nil)
					e := gformula(t, l, q)
					model.off(e.P, want)
					naive.off(estimation.Observe(s, q).P, want)
					adjustment, ok := estimation.Identify(o.graph, all(s), o.column(d.X), q.Target)
					if !ok {
						t.Fatalf("%s -> %s is not identified", d.X, d.Y)
					}
					strata.off(estimation.Stratify(s, q, adjustment).P, want)
				}
			}
			t.Logf("mean |error|: g-formula %v, strata %v, naive %v", &model, &strata, &naive)
			if model.of() > .02 {
				t.Errorf("the g-formula is off by %v on average", &model)
			}
			if naive.of() >= .04 && model.of() > naive.of()/2 {
				t.Errorf("the g-formula is off by %v, the naive share by %v", &model, &naive)
			}
			if strata.of() > .03 {
				t.Errorf("the strata are off by %v on average", &strata)
			}
		})
	}
}

// all marks every column as recorded.
func all(s estimation.Sample) []bool {
	r := make([]bool, len(s.Columns))
	for i := range r {
		r[i] = true
	}
	return r
}

func TestLearned_Contrast_signs(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := openOracle(t, name)
			l := estimation.Learn(o.recorded(t, 2_000), o.graph)
			right, of, covered, asked := 0, 0, 0, 0
			for _, a := range o.truth.ATE {
				q := o.question(a.X, a.X1, a.Y, a.YState, nil)
				against := o.question(a.X, a.X0, a.Y, a.YState, nil).Do
				c, err := l.Contrast(t.Context(), q, against, inference.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				asked++
				if c.Difference.Low <= a.ATE && a.ATE <= c.Difference.High {
					covered++
				}
				if math.Abs(a.ATE) < .05 {
					continue
				}
				of++
				if c.Difference.Value*a.ATE > 0 {
					right++
				} else if math.Abs(a.ATE) >= .15 {
					t.Errorf("%s on %s: %+.3f, want %+.3f", a.X, a.Y, c.Difference.Value, a.ATE)
				}
			}
			t.Logf("%d of %d signs right; %d of %d intervals contain the truth", right, of, covered, asked)
			if float64(right) < .95*float64(of) {
				t.Errorf("%d of %d signs are right", right, of)
			}
		})
	}
}

func TestLearned_GFormula_context(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := openOracle(t, name)
			s := o.recorded(t, 2_000)
			l := estimation.Learn(s, o.graph)
			var model, strata mean
			for _, d := range o.truth.CATE {
				for state, want := range d.PDo {
					q := o.question(d.X, d.XState, d.Y, state, d.Context)
					model.off(gformula(t, l, q).P, want)
					r := estimation.Stratify(s, q, o.graph.Parents[o.column(d.X)])
					strata.off(r.P, want)
				}
			}
			t.Logf("mean |error| in a context: g-formula %v, strata %v", &model, &strata)
			if model.of() > .03 {
				t.Errorf("the g-formula is off by %v on average", &model)
			}
		})
	}
}

func TestLearned_GFormula_nonCauses(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		o := openOracle(t, name)
		l := estimation.Learn(o.recorded(t, 2_000), o.graph)
		for _, d := range o.truth.NonCauses {
			q := o.question(d.X, d.XState, d.Y, o.states[o.column(d.Y)][0], nil)
			none := q
			none.Do = nil
			if got, want := gformula(t, l, q), gformula(t, l, none); got != want {
				t.Errorf("%s: do(%s=%s) changes %s: %+v, want %+v", name, d.X, d.XState, d.Y, got, want)
			}
			if o.graph.Descendants(o.column(d.X))[q.Target] {
				t.Errorf("%s: %s is taken for a cause of %s", name, d.X, d.Y)
			}
		}
	}
}

func TestStratify_kidneyStones(t *testing.T) {
	t.Parallel()
	const success = 0
	var s estimation.Sample
	for range 3 {
		s.Columns = append(s.Columns, estimation.Column{States: 2})
	}
	for _, r := range []struct {
		size, treatment int16
		success, n      int
	}{{0, 0, 81, 87}, {1, 0, 192, 263}, {0, 1, 234, 270}, {1, 1, 55, 80}} {
		for i := range r.n {
			result := int16(1)
			if i < r.success {
				result = 0
			}
			for c, state := range []int16{r.size, r.treatment, result} {
				s.Columns[c].Of = append(s.Columns[c].Of, state)
			}
			s.Rows++
		}
	}
	g := estimation.Graph{Parents: [][]int{nil, {0}, {0, 1}}}
	for treatment, want := range map[int]struct{ do, naive float64 }{0: {.8325462173856037, .78}, 1: {.778875, .8257142857142857}} {
		q := estimation.Question{Target: 2, State: success, Do: map[int]int{1: treatment}}
		if got := estimation.Observe(s, q).P; math.Abs(got-want.naive) > 1e-12 {
			t.Errorf("treatment %d: observed %v, want %v", treatment, got, want.naive)
		}
		for method, e := range map[string]estimation.Estimate{
			"strata": estimation.Stratify(s, q, []int{0}).Estimate, "g-formula": gformula(t, estimation.Learn(s, g), q),
		} {
			if math.Abs(e.P-want.do) > .002 || e.Low > want.do || e.High < want.do {
				t.Errorf("treatment %d by %s: %+v, want %v", treatment, method, e, want.do)
			}
		}
	}
}

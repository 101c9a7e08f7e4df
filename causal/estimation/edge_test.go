package estimation_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

// sampleOf returns a sample of rows.
func sampleOf(states []int, rows ...[]int16) estimation.Sample {
	s := estimation.Sample{Rows: len(rows)}
	for c, n := range states {
		column := estimation.Column{States: n, Of: make([]int16, len(rows))}
		for i, row := range rows {
			column.Of[i] = row[c]
		}
		s.Columns = append(s.Columns, column)
	}
	return s
}

func repeat(n int, row ...int16) [][]int16 {
	return slices.Repeat([][]int16{row}, n)
}

func TestAnswers_nothingKnown(t *testing.T) {
	t.Parallel()
	unknown := [][]int16{{-1, -1, -1}, {-1, 1, -1}, {0, -1, 1}}
	g := estimation.Graph{Parents: [][]int{nil, {0}, {0, 1}}}
	for why, s := range map[string]estimation.Sample{
		"no rows": sampleOf([]int{2, 2, 2}), "no row tells enough": sampleOf([]int{2, 2, 2}, unknown...),
	} {
		q := estimation.Question{Target: 2, State: 1, Do: map[int]int{1: 1}}
		r := estimation.Stratify(s, q, []int{0})
		if r.Chosen != 0 || r.Overlap != 0 {
			t.Errorf("%s: %d rows chose, overlap %v", why, r.Chosen, r.Overlap)
		}
		for method, e := range map[string]estimation.Estimate{
			"strata": r.Estimate, "observed": estimation.Observe(s, q), "g-formula": gformula(t, estimation.Learn(s, g), q),
		} {
			if e.N != 0 || e.Low != 0 || e.High != 1 {
				t.Errorf("%s: %s says %+v", why, method, e)
			}
		}
		b := estimation.BootstrapBounds(s, q, map[int]int{1: 0}, []int{0}, 1)
		if all := (inference.Range{High: 1}); b.N != 0 || b.Wide.PN != all || b.Bounds.PNS != all {
			t.Errorf("%s: bounds %+v", why, b)
		}
		f, err := estimation.FitNoisy(s, 2, []bool{false, true}, []estimation.Parent{{Column: 1, On: []bool{false, true}}})
		if err != nil || f.N != 0 || f.Strengths[0].High-f.Strengths[0].Low < .5 {
			t.Errorf("%s: a strength of %+v (%v)", why, f.Strengths, err)
		}
		if got := estimation.SelectParents(s, 2, []int{0, 1}); len(got) != 0 {
			t.Errorf("%s: parents %v", why, got)
		}
	}
}

// TestStratify_Of checks that every counted row has the number of its stratum.
func TestStratify_Of(t *testing.T) {
	t.Parallel()
	s := sampleOf([]int{3, 2, 2, 2}, []int16{0, 0, 1, 1}, []int16{2, 1, 1, 1}, []int16{1, 0, 0, 1}, []int16{1, 1, 0, 0}, []int16{-1, 1, 0, 1})
	q := estimation.Question{Target: 2, State: 1, Do: map[int]int{1: 1}, Given: map[int]int{3: 1}}
	r := estimation.Stratify(s, q, []int{0})
	if want := []int32{0, 2, 1, -1, -1}; !slices.Equal(r.Of, want) || len(r.Strata) != 3 {
		t.Errorf("rows are in %v of %d strata, not in %v", r.Of, len(r.Strata), want)
	}
	q.Given = map[int]int{0: 2}
	if r = estimation.Stratify(s, q, []int{3}); !slices.Equal(r.Of, []int32{-1, 0, -1, -1, -1}) || len(r.Strata) != 1 {
		t.Errorf("of one stratum: %v of %d", r.Of, len(r.Strata))
	}
}

func TestStratify_neverTried(t *testing.T) {
	t.Parallel()
	s := sampleOf([]int{2, 3, 2}, slices.Concat(repeat(40, 0, 0, 1), repeat(40, 1, 1, 0))...)
	q := estimation.Question{Target: 2, State: 1, Do: map[int]int{1: 2}}
	if r := estimation.Stratify(s, q, []int{0}); r.Chosen != 0 || r.N != 0 || r.Overlap != 0 || len(r.Strata) != 2 {
		t.Errorf("an option that was never tried: %+v", r)
	}
	q.Do[1] = 0
	r := estimation.Stratify(s, q, []int{0})
	if r.Overlap != .5 || r.Chosen != 40 {
		t.Errorf("tried in one of two strata: overlap %v of %d", r.Overlap, r.Chosen)
	}
	if r.High-r.Low <= .3 {
		t.Errorf("half of the episodes say nothing, and yet the interval is [%v, %v]", r.Low, r.High)
	}
	model := gformula(t, estimation.Learn(s, estimation.Graph{Parents: [][]int{nil, {0}, {0, 1}}}), q)
	if model.High-model.Low <= .3 {
		t.Errorf("half of the episodes say nothing, and yet the model's interval is [%v, %v]", model.Low, model.High)
	}
}

func TestStratify_countsAndRows(t *testing.T) {
	t.Parallel()
	s := sampleOf([]int{2, 2, 2}, []int16{0, 1, 1}, []int16{0, 1, 0}, []int16{0, 0, 1}, []int16{1, 1, 1}, []int16{1, 1, -1}, []int16{-1, 1, 1})
	r := estimation.Stratify(s, estimation.Question{Target: 2, State: 1, Do: map[int]int{1: 1}}, []int{0, 1, 2})
	type row struct {
		states             []int
		n, chosen, reached int
		rows               []int
	}
	var got []row
	for _, t := range r.Strata {
		got = append(got, row{t.States, t.N, t.Chosen, t.Reached, t.Rows})
	}
	want := []row{{[]int{0}, 3, 2, 1, []int{0, 1}}, {[]int{1}, 2, 1, 1, []int{3}}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(row{})); d != "" {
		t.Errorf("strata (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]int{0}, r.Adjustment); d != "" {
		t.Errorf("what is set and what is asked for is no stratum: %v", r.Adjustment)
	}
	pool := 2.0 / 3
	if want := .6*(1+.5*pool)/2.5 + .4*(1+.5*pool)/1.5; math.Abs(r.P-want) > 1e-12 {
		t.Errorf("P = %v, want %v", r.P, want)
	}
}

// A node with 60 parents has 2^60 combinations; none of them may be listed.
func TestLearned_GFormula_sixtyParents(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	const rows, causes = 2_000, 60
	s := estimation.Sample{Rows: rows}
	g := estimation.Graph{Parents: make([][]int, causes+1)}
	for c := range causes {
		s.Columns = append(s.Columns, estimation.Column{States: 2, Of: make([]int16, rows)})
		g.Parents[causes] = append(g.Parents[causes], c)
		for row := range rows {
			s.Columns[c].Of[row] = int16(random.IntN(2))
		}
	}
	effect := estimation.Column{States: 2, Of: make([]int16, rows)}
	for row := range rows {
		p := .2 + .5*float64(s.Columns[7].Of[row]) + .2*float64(s.Columns[31].Of[row])
		if random.Float64() < p {
			effect.Of[row] = 1
		}
	}
	s.Columns = append(s.Columns, effect)

	begin := time.Now()
	l := estimation.Learn(s, g)
	q := estimation.Question{Target: causes, State: 1, Do: map[int]int{7: 1}}
	c, err := l.Contrast(t.Context(), q, map[int]int{7: 0}, inference.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v after %v", c.Difference, time.Since(begin))
	if c.Difference.Low > .5 || c.Difference.High < .5 || c.Difference.Low <= 0 {
		t.Errorf("a difference of %+v, truly .5", c.Difference)
	}
	if math.Abs(c.Do.P-.8) > .08 {
		t.Errorf("P = %+v, truly .8", c.Do)
	}
	if got := estimation.SelectParents(s, causes, g.Parents[causes]); !slices.Equal(got, []int{7, 31}) {
		t.Errorf("parents %v", got)
	}
	var parents []estimation.Parent
	for c := range causes {
		parents = append(parents, estimation.Parent{Column: c, On: []bool{false, true}})
	}
	begin = time.Now()
	f, err := estimation.FitNoisy(s, causes, []bool{false, true}, parents)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the strengths took %v", time.Since(begin))
	strongest := 0
	for i, w := range f.Strengths {
		if w.P > f.Strengths[strongest].P {
			strongest = i
		}
	}
	if strongest != 7 || f.Influences[7].Relation == episodic.RelationPrevents {
		t.Errorf("the strongest is %d, which %s", strongest, f.Influences[strongest].Relation)
	}
}

func TestLearned_GFormula_ends(t *testing.T) {
	t.Parallel()
	o := openOracle(t, "agentops_a")
	l := estimation.Learn(o.recorded(t, 200), o.graph)
	q := o.question("retry", "yes", "success", "yes", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.GFormula(ctx, q, inference.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a question that was taken back ends with %v", err)
	}
	q.Target, q.Do = o.column("retry"), nil
	if _, err := l.GFormula(t.Context(), q, inference.Limits{}); err != nil {
		t.Errorf("without an action: %v", err)
	}
	one := sampleOf([]int{2, 1}, repeat(20, 0, 0)...)
	g := estimation.Graph{Parents: [][]int{{1}, nil}}
	e, err := estimation.Learn(one, g).GFormula(t.Context(), estimation.Question{Target: 1}, inference.Limits{})
	if err != nil || e.N != 0 || e.High != 1 {
		t.Errorf("a target with one state: %+v %v", e, err)
	}
	e, err = estimation.Learn(one, g).GFormula(t.Context(), estimation.Question{Target: 0, Given: map[int]int{1: 0}, Do: map[int]int{1: 0}}, inference.Limits{})
	if err != nil || e.N != 20 || e.P < .9 {
		t.Errorf("a parent with one state: %+v %v", e, err)
	}
}

// Where the sum is too large, sampled models answer about the same.
func TestLearned_Contrast_sampled(t *testing.T) {
	t.Parallel()
	o := openOracle(t, "agentops_a")
	l := estimation.Learn(o.recorded(t, 2_000), o.graph)
	q := o.question("deep_design", "yes", "success", "yes", map[string]string{"legacy": "no"})
	against := o.question("deep_design", "no", "success", "yes", nil).Do
	exact, err := l.Contrast(t.Context(), q, against, inference.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	rough, err := l.Contrast(t.Context(), q, against, inference.Limits{Cells: 4, Draws: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	if exact.Do.Method != "g-formula, exact" || rough.Do.Method == exact.Do.Method {
		t.Errorf("by %s and by %s", exact.Do.Method, rough.Do.Method)
	}
	for what, pair := range map[string][2]estimation.Estimate{"do": {exact.Do, rough.Do}, "against": {exact.Against, rough.Against}} {
		e, r := pair[0], pair[1]
		if math.Abs(e.P-r.P) > .01 || r.Error < .6*e.Error || r.Error > 2.5*e.Error {
			t.Errorf("%s: %+v exactly, %+v by samples", what, e, r)
		}
	}
}

// The variance from the slopes equals that of models drawn from the posterior.
func TestCounts_Draw(t *testing.T) {
	t.Parallel()
	o := openOracle(t, "agentops_a")
	s := o.recorded(t, 300)
	l := estimation.Learn(s, o.graph)
	q := o.question("retry", "yes", "success", "yes", nil)
	want := gformula(t, l, q)
	random := rand.New(rand.NewPCG(3, 4))
	const draws = 3_000
	sum, squares := 0.0, 0.0
	for range draws {
		nodes := make([]inference.Node, len(o.variables))
		for v := range nodes {
			nodes[v] = inference.Node{States: 2, Parents: o.graph.Parents[v], Mechanism: l.Table(v).Draw(random)}
		}
		n, err := inference.NewNetwork(nodes)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := n.Infer(t.Context(), inference.Query{Target: q.Target, Do: q.Do})
		if err != nil {
			t.Fatal(err)
		}
		p := answer.P[q.State]
		sum, squares = sum+p, squares+p*p
	}
	average := sum / draws
	spread := math.Sqrt(squares/draws - average*average)
	t.Logf("%v by slopes, %v +- %v by draws", want, average, spread)
	if math.Abs(average-want.P) > .003 || spread < .9*want.Error || spread > 1.15*want.Error {
		t.Errorf("%v by slopes, %v +- %v by draws", want, average, spread)
	}
}

func TestCounts_backOff(t *testing.T) {
	t.Parallel()
	// The second parent decides, the first is uninformative; the combination 1, 1 never occurs.
	s := sampleOf([]int{2, 2, 2}, slices.Concat(repeat(45, 0, 0, 0), repeat(5, 0, 0, 1), repeat(5, 0, 1, 0), repeat(45, 0, 1, 1), repeat(50, 1, 0, 0))...)
	c := estimation.FitTable(s, 2, []int{0, 1})
	out := make([]float64, 2)
	c.Probabilities([]int{1, 1}, out)
	if out[1] < .85 {
		t.Errorf("a combination that was never seen has %v; those that share what decides have .9", out)
	}
	c.Probabilities([]int{0, 1}, out)
	if want := (45 + 50.5/151) / 51; math.Abs(out[1]-want) > 1e-9 {
		t.Errorf("a combination that was seen has %v, want %v", out, want)
	}
	if got := c.MostFrequent(); len(got) != 3 || got[0].N != 50 || c.N != 150 {
		t.Errorf("rows %+v of %d", got, c.N)
	}
	pairs := make([]float64, 4)
	c.Pairs([]int{0, 0}, []int{0, 1}, pairs)
	if math.Abs(pairs[0]+pairs[1]+pairs[2]+pairs[3]-1) > 1e-12 || pairs[2] != 0 {
		t.Errorf("pairs %v: what makes it likelier takes it from nobody", pairs)
	}
}

func TestSelectParents_twin(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	var rows [][]int16
	for range 200 {
		a, b := int16(random.IntN(2)), int16(random.IntN(2))
		y := a & b
		seldom := int16(-1)
		if random.IntN(10) == 0 {
			seldom = y
		}
		rows = append(rows, []int16{a, b, y, 1 - y, seldom, int16(random.IntN(3))})
	}
	s := sampleOf([]int{2, 2, 2, 2, 2, 3}, rows...)
	if got := estimation.SelectParents(s, 2, []int{0, 1, 2, 3, 4, 5}); !slices.Equal(got, []int{3}) {
		t.Errorf("parents %v, want the one that decides alone", got)
	}
	if got := estimation.SelectParents(s, 2, []int{0, 1, 5}); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("parents %v, want the two that decide together", got)
	}
	if got := estimation.SelectParents(s, 2, []int{0, 1, 5}, 5); !slices.Equal(got, []int{0, 1, 5}) {
		t.Errorf("parents %v, want the one that is kept, and the two that decide", got)
	}
}

func TestEValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why         string
		ratio, want float64
	}{
		{"nothing to explain", 1, 1},
		{"smoking, in the paper", 10.73, 20.947771},
		{"a protection is as strong as its inverse", 1 / 10.73, 20.947771},
		{"it never happens", 0, math.Inf(1)},
		{"it happens only so", math.Inf(1), math.Inf(1)},
	} {
		if got := estimation.EValue(c.ratio); got != c.want && math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	if got := estimation.EValue(-1); !math.IsNaN(got) {
		t.Errorf("a ratio below 0 has an E-value of %v", got)
	}
}

package estimation_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// problem is a sample over a random graph, and a question. Some states are unknown.
type problem struct {
	sample   estimation.Sample
	graph    estimation.Graph
	question estimation.Question
	against  map[int]int
}

func drawProblem(t *rapid.T) problem {
	var p problem
	p.sample.Rows = rapid.IntRange(0, 120).Draw(t, "rows")
	columns := rapid.IntRange(3, 6).Draw(t, "columns")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	for v := range columns {
		c := estimation.Column{States: 2 + random.IntN(2), Of: make([]int16, p.sample.Rows)}
		var parents []int
		for u := range v {
			if random.IntN(2) == 0 {
				parents = append(parents, u)
			}
		}
		for row := range c.Of {
			c.Of[row] = int16(random.IntN(c.States))
			for _, u := range parents { // the state must follow its parents
				if random.IntN(3) > 0 && p.sample.Columns[u].Of[row] > 0 {
					c.Of[row] = 0
				}
			}
			if random.IntN(12) == 0 {
				c.Of[row] = estimation.Unknown
			}
		}
		p.sample.Columns = append(p.sample.Columns, c)
		p.graph.Parents = append(p.graph.Parents, parents)
	}
	order := random.Perm(columns)
	x, y := order[0], order[1]
	p.question = estimation.Question{Target: y, Do: map[int]int{x: 0}, Given: map[int]int{}}
	p.against = map[int]int{x: 1}
	if c := order[2]; random.IntN(2) == 0 && !p.graph.Descendants(x)[c] && !p.graph.Descendants(y)[c] {
		p.question.Given[c] = 0
	}
	return p
}

// answers are the answers to every kind of question about a problem.
type answers struct {
	Observed     estimation.Estimate
	Model        estimation.Contrast
	Strata       estimation.Estimate
	Overlap      float64
	StrataMinus  estimation.Interval
	Bounds       estimation.Bounded
	Adjustment   int
	Identified   bool
	OSetSize     int
	StrataNumber int
}

func (p problem) ask(t *rapid.T) answers {
	x := slices.Collect(keysOf(p.question.Do))[0]
	l := estimation.Learn(p.sample, p.graph)
	c, err := l.Contrast(context.Background(), p.question, p.against, inference.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	adjustment, ok := estimation.Identify(p.graph, all(p.sample), x, p.question.Target)
	one := estimation.Stratify(p.sample, p.question, adjustment)
	q := p.question
	q.Do = p.against
	return answers{
		Observed: estimation.Observe(p.sample, p.question), Model: c, Strata: one.Estimate, Overlap: one.Overlap,
		StrataMinus: one.Minus(estimation.Stratify(p.sample, q, adjustment)),
		Bounds:      estimation.BootstrapBounds(p.sample, p.question, p.against, adjustment, 1),
		Adjustment:  len(adjustment), Identified: ok,
		OSetSize: len(estimation.OSet(p.graph, x, p.question.Target)), StrataNumber: len(one.Strata),
	}
}

func keysOf(m map[int]int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// alike fails if answers differ by more than rounding.
func alike(t *rapid.T, what string, a, b answers) {
	t.Helper()
	numbers := func(v answers) []float64 {
		var out []float64
		estimates := []estimation.Estimate{v.Observed, v.Model.Do, v.Model.Against, v.Strata}
		for _, e := range estimates {
			out = append(out, e.P, e.Low, e.High, e.Error, float64(e.N), e.Effective)
		}
		intervals := []estimation.Interval{v.Model.Difference, v.StrataMinus}
		if v.Model.Ratio != nil {
			intervals = append(intervals, *v.Model.Ratio)
		}
		for _, i := range intervals {
			out = append(out, i.Value, i.Low, i.High, i.Error)
		}
		for _, b := range []inference.Bounds{v.Bounds.Bounds, v.Bounds.Wide} {
			for _, r := range []inference.Range{b.PN, b.PS, b.PNS} {
				out = append(out, r.Low, r.High)
			}
		}
		return append(out, v.Overlap, float64(v.Bounds.N), float64(v.Adjustment), float64(v.OSetSize), float64(v.StrataNumber))
	}
	x, y := numbers(a), numbers(b)
	if len(x) != len(y) {
		t.Fatalf("%s: %d numbers, then %d", what, len(x), len(y))
	}
	for i := range x {
		if math.Abs(x[i]-y[i]) > 1e-7*math.Max(1, math.Abs(x[i])) {
			t.Fatalf("%s: number %d was %v and is %v\nwas %+v\nis  %+v", what, i, x[i], y[i], a, b)
		}
	}
}

func TestAnswers_invariance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "permutation"), 1))
		want := p.ask(t)
		alike(t, "reordering the rows", want, p.reordered(random).ask(t))
		alike(t, "relabelling the states", want, p.relabelled(random).ask(t))
		alike(t, "reordering the columns", want, p.moved(random).ask(t))
		alike(t, "adding an unrelated column", want, p.extended(random).ask(t))
	})
}

func (p problem) reordered(random *rand.Rand) problem {
	order := random.Perm(p.sample.Rows)
	columns := slices.Clone(p.sample.Columns)
	for c := range columns {
		of := make([]int16, len(order))
		for row, from := range order {
			of[row] = columns[c].Of[from]
		}
		columns[c].Of = of
	}
	p.sample.Columns = columns
	return p
}

func (p problem) relabelled(random *rand.Rand) problem {
	columns := slices.Clone(p.sample.Columns)
	to := make([][]int, len(columns))
	for c := range columns {
		to[c] = random.Perm(columns[c].States)
		of := slices.Clone(columns[c].Of)
		for row, state := range of {
			if state != estimation.Unknown {
				of[row] = int16(to[c][state])
			}
		}
		columns[c].Of = of
	}
	p.sample.Columns = columns
	rename := func(m map[int]int) map[int]int {
		out := map[int]int{}
		for c, state := range m {
			out[c] = to[c][state]
		}
		return out
	}
	p.question.State = to[p.question.Target][p.question.State]
	p.question.Do, p.question.Given, p.against = rename(p.question.Do), rename(p.question.Given), rename(p.against)
	return p
}

func (p problem) moved(random *rand.Rand) problem {
	to := random.Perm(len(p.sample.Columns))
	columns, parents := make([]estimation.Column, len(to)), make([][]int, len(to))
	for c, n := range to {
		columns[n] = p.sample.Columns[c]
		for _, u := range p.graph.Parents[c] {
			parents[n] = append(parents[n], to[u])
		}
		if p.sample.Rows >= 60 { // among fewer, two candidates may tie, and then the first wins
			slices.Sort(parents[n])
		}
	}
	p.sample.Columns, p.graph.Parents = columns, parents
	move := func(m map[int]int) map[int]int {
		out := map[int]int{}
		for c, state := range m {
			out[to[c]] = state
		}
		return out
	}
	p.question.Target = to[p.question.Target]
	p.question.Do, p.question.Given, p.against = move(p.question.Do), move(p.question.Given), move(p.against)
	return p
}

func (p problem) extended(random *rand.Rand) problem {
	c := estimation.Column{States: 4, Of: make([]int16, p.sample.Rows)}
	for row := range c.Of {
		c.Of[row] = int16(random.IntN(5) - 1)
	}
	p.sample.Columns = append(slices.Clone(p.sample.Columns), c)
	p.graph.Parents = append(slices.Clone(p.graph.Parents), nil)
	return p
}

func TestAnswers_probabilities(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		l := estimation.Learn(p.sample, p.graph)
		model, strata, observed := 0.0, 0.0, 0.0
		n := 0
		for state := range p.sample.Columns[p.question.Target].States {
			q := p.question
			q.State = state
			e, err := l.GFormula(context.Background(), q, inference.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			s, o := estimation.Stratify(p.sample, q, nil), estimation.Observe(p.sample, q)
			for _, e := range []estimation.Estimate{e, s.Estimate, o} {
				if !(0 <= e.Low && e.Low <= e.P && e.P <= e.High && e.High <= 1) || e.Effective > float64(e.N) {
					t.Fatalf("no estimate: %+v", e)
				}
			}
			if n = min(e.N, s.Chosen, o.N); n == 0 {
				return // without data, everything is possible
			}
			model, strata, observed = model+e.P, strata+s.P, observed+o.P
		}
		for what, sum := range map[string]float64{"g-formula": model, "strata": strata, "observed": observed} {
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%s: the probabilities sum to %v", what, sum)
			}
		}
	})
}

func TestLearned_Contrast_nonAncestor(t *testing.T) {
	t.Parallel()
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		x := slices.Collect(keysOf(p.question.Do))[0]
		if p.graph.Descendants(x)[p.question.Target] || p.sample.Rows == 0 {
			return
		}
		a := p.ask(t)
		if a.Model.Do.N == 0 {
			return
		}
		met++
		if d := a.Model.Difference; d != (estimation.Interval{}) {
			t.Fatalf("doing what leads nowhere makes a difference: %+v", d)
		}
		none := p.question
		none.Do = nil
		e, err := estimation.Learn(p.sample, p.graph).GFormula(context.Background(), none, inference.Limits{})
		if err != nil || e != a.Model.Do {
			t.Fatalf("doing what leads nowhere changes %+v to %+v (%v)", e, a.Model.Do, err)
		}
	})
	if met == 0 {
		t.Error("no action without a way to the target was tried")
	}
}

func TestAnswers_moreData(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		o := openOracle(t, name)
		var before [3]float64
		for i, rows := range []int{250, 1_000, 4_000, 16_000} {
			s := o.recorded(t, rows)
			l := estimation.Learn(s, o.graph)
			var model, strata, apart mean
			for _, a := range o.truth.ATE {
				q := o.question(a.X, a.X1, a.Y, a.YState, nil)
				c, err := l.Contrast(t.Context(), q, o.question(a.X, a.X0, a.Y, a.YState, nil).Do, inference.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				r := estimation.Stratify(s, q, o.graph.Parents[o.column(a.X)])
				model.add(c.Do.High - c.Do.Low)
				strata.add(r.High - r.Low)
				apart.add(c.Difference.High - c.Difference.Low)
			}
			now := [3]float64{model.of(), strata.of(), apart.of()}
			for k := range now {
				if i > 0 && now[k] >= before[k] {
					t.Errorf("%s: with %d rows the intervals are %v wide, with fewer they were %v", name, rows, now, before)
				}
			}
			before = now
		}
	}
}

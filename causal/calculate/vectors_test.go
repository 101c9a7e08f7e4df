package calculate_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/causeway-memory/causeway/causal/calculate"
	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/inference"
)

func links(edges []causaltest.VectorEdge) []calculate.Link {
	out := make([]calculate.Link, len(edges))
	for i, e := range edges {
		out[i] = calculate.Link{Source: e.Source, Target: e.Target, Relation: e.Type, Strength: e.W}
	}
	return out
}

func states(of map[string]int) (out []calculate.State) {
	for name, s := range of {
		out = append(out, calculate.State{Name: name, Happened: s == 1})
	}
	return out
}

// specified is the model of a vector.
func specified(v causaltest.ModelVector) calculate.Specified {
	m := calculate.Specified{Links: links(v.Edges)}
	for _, n := range v.Nodes {
		m.Nodes = append(m.Nodes, calculate.Node{Name: n.ID, Base: n.Base})
	}
	return m
}

// comparison asks questions about one model and compares the answers.
type comparison struct {
	*testing.T
	model    calculate.Specified
	compared int
}

type method func(*calculate.Case) (inference.Answer, error)

func (c *comparison) want(what string, target string, seen, do map[string]int, ask method, want float64) {
	c.Helper()
	taken, err := calculate.Question{Model: c.model, Seen: states(seen), Do: states(do), Target: target}.Take()
	if err != nil {
		c.Fatal(err)
	}
	got, err := ask(taken)
	if err != nil {
		c.Fatalf("%s: %v", what, err)
	}
	tolerance := 1e-9
	if got.Method != inference.Exact {
		tolerance = .02
	}
	if c.compared++; math.Abs(got.P[1]-want) > tolerance {
		c.Errorf("%s: %.12f, want %.12f", what, got.P[1], want)
	}
}

// TestCase_Vectors compares seeing, doing and the counterfactual with the enumeration of all noise. Each
// question states what was seen and what is done: an answer must use what is its own and no more.
func TestCase_Vectors(t *testing.T) {
	given := func(c *calculate.Case) (inference.Answer, error) { return c.Given(t.Context()) }
	done := func(c *calculate.Case) (inference.Answer, error) { return c.Done(t.Context()) }
	otherwise := func(c *calculate.Case) (inference.Answer, error) { return c.Otherwise(t.Context()) }
	compared := 0
	for i, v := range causaltest.ReadCounterfactual[causaltest.ModelVector](t, "scm_vectors.json") {
		c := comparison{T: t, model: specified(v)}
		for _, q := range v.Queries {
			what := fmt.Sprintf("model %d, %s on %s: ", i, q.X, q.Y)
			c.want(what+"all seen", q.Y, q.Full, q.Do, otherwise, q.OtherwiseFull)
			c.want(what+"some seen", q.Y, q.Part, q.Do, otherwise, q.OtherwisePart)
			for x := range 2 {
				state, other := map[string]int{q.X: x}, map[string]int{q.X: 1 - x}
				if q.YGiven[x] == nil {
					continue
				}
				c.want(what+"seen", q.Y, state, other, given, *q.YGiven[x])
				c.want(what+"done", q.Y, other, state, done, q.YDo[x])
			}
		}
		compared += c.compared
	}
	if compared < 250 {
		t.Errorf("only %d numbers were compared", compared)
	}
}

// TestCase_Reading compares but-for causes, actual causes and their responsibility with the definitions.
func TestCase_Reading(t *testing.T) {
	vectors := causaltest.ReadCounterfactual[causaltest.CauseVector](t, "hp_vectors.json")
	for _, v := range vectors {
		m := calculate.Specified{Links: links(v.Edges)}
		for _, name := range v.Nodes {
			m.Nodes = append(m.Nodes, calculate.Node{Name: name, Base: v.Exogenous[name]})
		}
		c, err := calculate.Question{Model: m, Target: v.Y}.Take()
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Reading(t.Context())
		if err != nil || !got.Evaluated || len(got.Nodes) != len(v.Nodes)-1 {
			t.Fatalf("%s: %d nodes, evaluated %t, %v", v.Name, len(got.Nodes), got.Evaluated, err)
		}
		answered := 0
		for _, n := range got.Nodes {
			want, asked := v.Answers[n.Name]
			if !asked {
				continue
			}
			answered++
			if n.There != want.Actual || n.ButFor != want.ButFor || n.Part != want.Part || n.Alone != want.Alone ||
				n.Part && !n.Alone && len(n.With) == 0 || n.Alone && len(n.Witness) != len(want.Witness) || math.Abs(n.Responsibility-want.Responsibility) > 1e-9 {
				t.Errorf("%s: %+v, want %+v", v.Name, n, want)
			}
		}
		if answered != len(v.Answers) {
			t.Errorf("%s: %d of %d answered", v.Name, answered, len(v.Answers))
		}
	}
	if len(vectors) < 25 {
		t.Errorf("only %d vectors", len(vectors))
	}
}

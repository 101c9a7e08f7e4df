package inference_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// coin is a node without parents.
func coin(p float64) inference.Node {
	return inference.Node{States: 2, Mechanism: inference.Table{States: 2, P: []float64{1 - p, p}}}
}

// follows is a node that only its parent causes.
func follows(parent int, weight float64) inference.Node {
	return inference.Node{States: 2, Parents: []int{parent}, Mechanism: inference.Noisy{Influences: []inference.Influence{
		{Relation: episodic.RelationCauses, Weight: weight, On: []bool{false, true}},
	}}}
}

func TestNewNetwork_NotInOrder(t *testing.T) {
	influence := inference.Influence{Relation: episodic.RelationCauses, Weight: .5, On: []bool{false, true}}
	with := func(change func(*inference.Influence)) inference.Noisy {
		i := influence
		change(&i)
		return inference.Noisy{Influences: []inference.Influence{i}}
	}
	for name, c := range map[string]struct {
		node inference.Node
		says string
	}{
		"one state":           {inference.Node{States: 1, Mechanism: inference.Table{States: 1, P: []float64{1}}}, "it has 1 states"},
		"no mechanism":        {inference.Node{States: 2}, "no mechanism"},
		"no such parent":      {follows(5, 1), "parent 5 does not exist"},
		"parent below 0":      {follows(-1, 1), "parent -1 does not exist"},
		"parent twice":        {inference.Node{States: 2, Parents: []int{0, 0}, Mechanism: inference.Noisy{}}, "parent 0 is named twice"},
		"a short table":       {inference.Node{States: 2, Mechanism: inference.Table{States: 2, P: []float64{1}}}, "another size"},
		"a table of another":  {inference.Node{States: 2, Parents: []int{0}, Mechanism: inference.Table{States: 2, ParentStates: []int{3}}}, "other parents"},
		"a table of more":     {inference.Node{States: 2, Mechanism: inference.Table{States: 2, ParentStates: []int{1}, P: []float64{1, 0}}}, "another size"},
		"a table too high":    {inference.Node{States: 2, Mechanism: inference.Table{States: 2, P: []float64{.5, .6}}}, "sums to 1.1"},
		"a table below 0":     {inference.Node{States: 2, Mechanism: inference.Table{States: 2, P: []float64{-.5, 1.5}}}, "probability -0.5"},
		"no number":           {coin(math.NaN()), "probability NaN"},
		"three noisy states":  {inference.Node{States: 3, Mechanism: inference.Noisy{}}, "3 states and a noisy"},
		"influences missing":  {inference.Node{States: 2, Parents: []int{0}, Mechanism: inference.Noisy{}}, "0 influences for 1 parents"},
		"a base over 1":       {inference.Node{States: 2, Mechanism: inference.Noisy{Base: 2}}, "base is 2"},
		"a weight over 1":     {inference.Node{States: 2, Parents: []int{0}, Mechanism: with(func(i *inference.Influence) { i.Weight = 2 })}, "weight 2"},
		"a weight no number":  {inference.Node{States: 2, Parents: []int{0}, Mechanism: with(func(i *inference.Influence) { i.Weight = math.NaN() })}, "weight NaN"},
		"on in no such state": {inference.Node{States: 2, Parents: []int{0}, Mechanism: with(func(i *inference.Influence) { i.On = []bool{true} })}, "1 states of a parent with 2"},
		"a correlation": {inference.Node{States: 2, Parents: []int{0}, Mechanism: with(func(i *inference.Influence) {
			i.Relation = episodic.RelationCorrelates
		})}, `relation "correlates"`},
	} {
		_, err := inference.NewNetwork([]inference.Node{coin(.5), c.node})
		if err == nil || !strings.HasPrefix(err.Error(), "node 1: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNewNetwork_Cyclic(t *testing.T) {
	for name, nodes := range map[string][]inference.Node{
		"of itself": {follows(0, 1)},
		"of three":  {coin(.5), follows(3, 1), follows(1, 1), follows(2, 1)},
	} {
		if _, err := inference.NewNetwork(nodes); !errors.Is(err, inference.ErrCyclic) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNetwork_Relatives(t *testing.T) {
	// 3 -> 1 -> 0, 3 -> 2, and 4 is isolated.
	n := made(t, []inference.Node{follows(1, .5), follows(3, .5), follows(3, .5), coin(.5), coin(.5)})
	for _, c := range []struct {
		what      string
		got, want []bool
	}{
		{"ancestors of 0", n.Ancestors(0), []bool{true, true, false, true, false}},
		{"ancestors of 2 and 4", n.Ancestors(2, 4), []bool{false, false, true, true, true}},
		{"ancestors of nothing", n.Ancestors(), make([]bool, 5)},
		{"descendants of 3", n.Descendants(3), []bool{true, true, true, true, false}},
		{"descendants of 1 and 4", n.Descendants(1, 4), []bool{true, true, false, false, true}},
		{"descendants of nothing", n.Descendants(), make([]bool, 5)},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v", c.what, c.got)
		}
	}
}

// A query about a node or state that does not exist is rejected.
func TestNetwork_BadQuery(t *testing.T) {
	n := made(t, []inference.Node{coin(.5), follows(0, .5)})
	for name, q := range map[string]inference.Query{
		"a target after all":  {Target: 2},
		"a target before all": {Target: -1},
		"seen of no node":     {Target: 1, Seen: map[int]int{2: 0}},
		"seen in no state":    {Target: 1, Seen: map[int]int{0: 2}},
		"done to no node":     {Target: 1, Do: map[int]int{-1: 0}},
		"done to no state":    {Target: 1, Do: map[int]int{0: -1}},
	} {
		for _, counterfactual := range []bool{false, true} {
			if a, err := ask(t.Context(), n, q, counterfactual); err == nil {
				t.Errorf("%s, counterfactual %v: %+v", name, counterfactual, a)
			}
		}
	}
	if a, err := n.Joint(t.Context(), inference.Query{}, 1, 1); err == nil {
		t.Errorf("a target twice: %+v", a)
	}
	if a, err := n.Joint(t.Context(), inference.Query{Limits: inference.Limits{Cells: 3}}, 0, 1); err == nil {
		t.Errorf("more combinations than cells: %+v", a)
	}
}

// An impossible query is rejected, and the error names the node that shows it.
func TestNetwork_Impossible(t *testing.T) {
	// 0 -> 1 -> 2 -> 3 deterministically, so nothing is on after a node that is off; 4 is isolated.
	n := made(t, []inference.Node{coin(.5), follows(0, 1), follows(1, 1), follows(2, 1), coin(1)})
	for name, c := range map[string]struct {
		q              inference.Query
		counterfactual bool
		node           int
	}{
		"the next":                   {q: inference.Query{Target: 0, Seen: map[int]int{0: 0, 1: 1}}, node: 1},
		"with an unknown between":    {q: inference.Query{Target: 1, Seen: map[int]int{0: 0, 2: 1, 3: 1}}, node: 2},
		"only the last":              {q: inference.Query{Target: 1, Seen: map[int]int{0: 1, 1: 1, 2: 1, 3: 0}}, node: 3},
		"the target itself":          {q: inference.Query{Target: 3, Seen: map[int]int{2: 1, 3: 0}}, node: 3},
		"of what bears on no target": {q: inference.Query{Target: 0, Seen: map[int]int{4: 0}}, node: 4},
		"by what was done":           {q: inference.Query{Target: 0, Seen: map[int]int{2: 0}, Do: map[int]int{1: 1}}, node: 2},
		"otherwise than done":        {q: inference.Query{Target: 0, Seen: map[int]int{1: 0}, Do: map[int]int{1: 1}}, node: 1},
		"of an episode":              {q: inference.Query{Target: 3, Seen: map[int]int{0: 0, 1: 1}, Do: map[int]int{1: 0}}, counterfactual: true, node: 1},
		"after what is set":          {q: inference.Query{Target: 2, Seen: map[int]int{1: 1, 3: 0}, Do: map[int]int{1: 0}}, counterfactual: true, node: 3},
		"before what is set":         {q: inference.Query{Target: 3, Seen: map[int]int{0: 0, 2: 1, 3: 1}, Do: map[int]int{1: 1}}, counterfactual: true, node: 2},
		"though sampled":             {q: inference.Query{Target: 3, Seen: map[int]int{0: 1, 4: 0}, Limits: inference.Limits{Cells: 2}}, node: 4},
	} {
		a, err := ask(t.Context(), n, c.q, c.counterfactual)
		var impossible *inference.ImpossibleError
		if !errors.As(err, &impossible) || impossible.Node != c.node {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
	// What an action undoes is not a contradiction.
	a, err := n.Infer(t.Context(), inference.Query{Target: 2, Seen: map[int]int{0: 0}, Do: map[int]int{1: 1}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "done otherwise than it came", a.P, []float64{0, 1}, 0)
}

// Samples that all disagree with what was seen give no answer.
func TestNetwork_TooRare(t *testing.T) {
	n := made(t, []inference.Node{coin(1e-9), follows(0, 1), follows(0, .5)})
	q := inference.Query{Target: 2, Seen: map[int]int{1: 1}, Limits: inference.Limits{Cells: 2}}
	if a, err := n.Infer(t.Context(), q); !errors.Is(err, inference.ErrTooRare) {
		t.Errorf("%+v, %v", a, err)
	}
	q.Limits = inference.Limits{}
	a, err := n.Infer(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "exactly", a.P, []float64{.5, .5}, 1e-12)
}

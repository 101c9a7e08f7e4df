package inference_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// fan has 60 roots that all influence the last node, with the given relations in turn.
func fan(reversed bool, relations ...episodic.Relation) []inference.Node {
	const roots = 60
	nodes := make([]inference.Node, roots+1)
	noisy := inference.Noisy{Base: .1, Reversed: reversed}
	for i := range roots {
		p := .02 + .01*float64(i%7)
		nodes[i] = inference.Node{States: 2, Mechanism: inference.Table{States: 2, P: []float64{1 - p, p}}}
		nodes[roots].Parents = append(nodes[roots].Parents, i)
		noisy.Influences = append(noisy.Influences, inference.Influence{
			Relation: relations[i%len(relations)], Weight: .05 + .01*float64(i%9), On: []bool{false, true},
		})
	}
	nodes[roots].States, nodes[roots].Mechanism = 2, noisy
	return nodes
}

// happens computes the probability of the last node of a fan from its independent parents; those in
// known have the given state.
func happens(nodes []inference.Node, known map[int]int) float64 {
	noisy := nodes[60].Mechanism.(inference.Noisy)
	idle, pass := 1-noisy.Base, 1.0
	for i, f := range noisy.Influences {
		on := nodes[i].Mechanism.(inference.Table).P[1]
		if s, is := known[i]; is {
			on = float64(s)
		}
		switch f.Relation {
		case episodic.RelationCauses:
			idle *= 1 - on*f.Weight
		case episodic.RelationPrevents:
			pass *= 1 - on*f.Weight
		default:
			pass *= 1 - (1-on)*f.Weight
		}
	}
	return (1 - idle) * pass
}

// ways are the mixes of relations of a fan's parents.
func ways() map[string][]episodic.Relation {
	causes, prevents, enables := episodic.RelationCauses, episodic.RelationPrevents, episodic.RelationEnables
	return map[string][]episodic.Relation{
		"causes": {causes}, "prevents": {prevents}, "enables": {enables}, "all": {causes, prevents, enables, causes},
	}
}

// A node with 60 parents needs neither a table of 2^60 cells nor, in a twin network, one of 2^120.
func TestNetwork_SixtyParents(t *testing.T) {
	for name, relations := range ways() {
		nodes := fan(false, relations...)
		n, backwards := made(t, nodes), made(t, fan(true, relations...))
		exact := func(n *inference.Network, q inference.Query, counterfactual bool) []float64 {
			t.Helper()
			start := time.Now()
			a, err := ask(t.Context(), n, q, counterfactual)
			if err != nil || a.Method != inference.Exact {
				t.Fatalf("%s: %+v: %+v, %v", name, q, a, err)
			}
			if took := time.Since(start); enginetest.TooLong(t, took, 5*time.Second) {
				t.Errorf("%s: %+v took %v", name, q, took)
			}
			return a.P
		}
		p := happens(nodes, nil)
		on := happens(nodes, map[int]int{7: 1})
		root := nodes[7].Mechanism.(inference.Table).P[1]
		same(t, name, exact(n, inference.Query{Target: 60}, false), []float64{1 - p, p}, 1e-12)
		same(t, name+" reversed", exact(backwards, inference.Query{Target: 60}, false), []float64{p, 1 - p}, 1e-12)
		same(t, name+" with one set", exact(n, inference.Query{Target: 60, Do: map[int]int{7: 1}}, false), []float64{1 - on, on}, 1e-12)
		posterior := root * on / p
		same(t, name+" diagnosed", exact(n, inference.Query{Target: 7, Seen: map[int]int{60: 1}}, false), []float64{1 - posterior, posterior}, 1e-12)
		absent := root * (1 - on) / (1 - p)
		same(t, name+" diagnosed of nothing", exact(n, inference.Query{Target: 7, Seen: map[int]int{60: 0}}, false), []float64{1 - absent, absent}, 1e-12)

		// Had the parent been off: for a cause that is on, the cases in which another cause fired too
		// remain.
		would := exact(n, inference.Query{Target: 60, Seen: map[int]int{7: 1, 60: 1}, Do: map[int]int{7: 0}}, true)
		whole := map[int]int{60: 1}
		for i := range 60 {
			whole[i] = i % 2
		}
		did := exact(n, inference.Query{Target: 60, Seen: whole, Do: map[int]int{7: 0}}, true)
		if name != "causes" {
			continue
		}
		off := happens(nodes, map[int]int{7: 0})
		same(t, "without the cause", would, []float64{1 - off/on, off / on}, 1e-12)
		before, after := happens(nodes, whole), 0.0
		whole[7] = 0
		after = happens(nodes, whole)
		same(t, "without the cause, all known", did, []float64{1 - after/before, after / before}, 1e-12)
	}
}

// The small probability that it does not happen is kept, whichever form computes it.
func TestNetwork_SmallProbabilities(t *testing.T) {
	nodes := fan(false, episodic.RelationCauses)
	noisy := nodes[60].Mechanism.(inference.Noisy)
	for i := range noisy.Influences {
		noisy.Influences[i].Weight = .9
	}
	n := made(t, nodes)
	seen := map[int]int{60: 0}
	for i := range 60 {
		seen[i] = 1
	}
	a, err := n.Counterfactual(t.Context(), inference.Query{Target: 60, Seen: seen, Do: map[int]int{3: 0, 4: 0}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "less of what causes", a.P, []float64{1, 0}, 1e-12)
	delete(seen, 5)
	b, err := n.Infer(t.Context(), inference.Query{Target: 5, Seen: seen})
	if err != nil {
		t.Fatal(err)
	}
	on := nodes[5].Mechanism.(inference.Table).P[1]
	want := on * .1 / (on*.1 + 1 - on)
	same(t, "one that is not known", b.P, []float64{1 - want, want}, 1e-12)
}

// dense is a network in which each node depends on many, too dense for an elimination.
func dense(r *rand.Rand, size, parents int) []inference.Node {
	nodes := make([]inference.Node, size)
	for i := range nodes {
		nodes[i] = inference.Node{States: 2, Parents: r.Perm(i)[:min(i, parents)]}
		noisy := inference.Noisy{Base: .3}
		for range nodes[i].Parents {
			relation := episodic.RelationCauses
			if r.IntN(2) == 0 {
				relation = episodic.RelationPrevents
			}
			noisy.Influences = append(noisy.Influences, inference.Influence{
				Relation: relation, Weight: r.Float64() / 2, On: []bool{false, true},
			})
		}
		nodes[i].Mechanism = noisy
	}
	return nodes
}

// The time for a dense network is bounded: a query that cannot be eliminated is sampled, and everything
// stops with the context.
func TestNetwork_Dense(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	n := made(t, dense(r, 60, 20))
	whole := map[int]int{}
	for i, s := range n.Draw(r, nil) {
		whole[i] = s
	}
	part := map[int]int{3: whole[3], 40: whole[40], 59: whole[59]}
	for name, one := range map[string]struct {
		q              inference.Query
		counterfactual bool
		method         inference.Method
		effective      float64
	}{
		"doing":             {inference.Query{Target: 59, Do: map[int]int{3: 1}}, false, inference.Forward, 20_000},
		"seeing":            {inference.Query{Target: 20, Seen: part}, false, inference.Weighted, 500},
		"would have been":   {inference.Query{Target: 59, Seen: part, Do: map[int]int{3: 1 - whole[3]}}, true, inference.Weighted, 500},
		"all of it is seen": {inference.Query{Target: 59, Seen: whole, Do: map[int]int{3: 1 - whole[3]}}, true, inference.Forward, 20_000},
	} {
		start := time.Now()
		a, err := ask(t.Context(), n, one.q, one.counterfactual)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v by %s of %.0f effective draws in %v", name, a.P, a.Method, a.Effective, time.Since(start))
		if a.Method != one.method || a.Effective < one.effective*(1-1e-9) {
			t.Errorf("%s: %+v", name, a)
		}
		if took := time.Since(start); enginetest.TooLong(t, took, 20*time.Second) {
			t.Errorf("%s took %v", name, took)
		}
		for _, most := range []time.Duration{0, time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), most)
			begun := time.Now()
			_, err := ask(ctx, n, one.q, one.counterfactual)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s within %v: %v", name, most, err)
			}
			if took := time.Since(begun); enginetest.TooLong(t, took, 3*time.Second) {
				t.Errorf("%s stopped only after %v", name, took)
			}
		}
	}
}

// A node known not to have happened is evidence about each of its causes separately, so a network in
// which much did not happen is not dense, however many causes its nodes share.
func TestNetwork_NothingHappened(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	const causes, effects = 40, 40
	nodes := make([]inference.Node, causes+effects)
	seen := map[int]int{}
	odds := make([]float64, causes)
	for i := range causes {
		nodes[i], odds[i] = coin(.1), .1/.9
	}
	for e := causes; e < causes+effects; e++ {
		noisy := inference.Noisy{Base: .01}
		for _, c := range r.Perm(causes)[:15] {
			w := r.Float64() / 2
			nodes[e].Parents = append(nodes[e].Parents, c)
			noisy.Influences = append(noisy.Influences, inference.Influence{Relation: episodic.RelationCauses, Weight: w, On: []bool{false, true}})
			odds[c] *= 1 - w
		}
		nodes[e].States, nodes[e].Mechanism, seen[e] = 2, noisy, 0
	}
	n := made(t, nodes)
	for c := range causes {
		a, err := n.Infer(t.Context(), inference.Query{Target: c, Seen: seen})
		if err != nil || a.Method != inference.Exact {
			t.Fatalf("%+v, %v", a, err)
		}
		p := odds[c] / (1 + odds[c])
		same(t, "a cause of what did not happen", a.P, []float64{1 - p, p}, 1e-12)
	}
}

// A plan predicts the cost of an elimination.
func TestNetwork_Planned(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(11, seed))
		nodes := dense(r, 20, 5)
		q := inference.Query{Target: 19, Seen: map[int]int{3: 0, 17: 1}}
		planned, met, err := inference.Largest(t.Context(), made(t, nodes), q)
		if err != nil || planned != met || met < 8 {
			t.Errorf("seed %d: planned %v, met %v, %v", seed, planned, met, err)
		}
	}
}

// The probability of many unlikely observations together does not underflow.
func TestNetwork_ManySeen(t *testing.T) {
	const size = 400
	nodes, seen := []inference.Node{coin(.5)}, map[int]int{}
	want := 1.
	for i := 1; i <= size; i++ {
		rows := []float64{1 - 1e-3, 1e-3, 1 - 1.01e-3, 1.01e-3}
		nodes = append(nodes, inference.Node{
			States: 2, Parents: []int{0}, Mechanism: inference.Table{States: 2, ParentStates: []int{2}, P: rows},
		})
		seen[i] = 1
		want *= 1.01
	}
	want /= 1 + want
	n := made(t, nodes)
	for _, limits := range []inference.Limits{{}, {Cells: 1, Seed: 1, Draws: 4_000}, {Cells: 1, Seed: 2, Draws: 4_000}} {
		a, err := n.Infer(t.Context(), inference.Query{Target: 0, Seen: seen, Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		same(t, string(a.Method), a.P, []float64{1 - want, want}, .01)
	}
}

// The effective number of weighted samples follows Kong's formula, also when heavy samples are rare and
// come late.
func TestNetwork_Effective(t *testing.T) {
	for _, c := range []struct{ p, off, on float64 }{{.5, .9, .1}, {.01, .01, .9}, {.001, .3, .9}} {
		n := made(t, []inference.Node{coin(c.p), {
			States: 2, Parents: []int{0},
			Mechanism: inference.Table{States: 2, ParentStates: []int{2}, P: []float64{1 - c.off, c.off, 1 - c.on, c.on}},
		}})
		mean := (1-c.p)*c.off + c.p*c.on
		square := (1-c.p)*c.off*c.off + c.p*c.on*c.on
		for seed := range uint64(12) {
			q := inference.Query{Target: 0, Seen: map[int]int{1: 1}, Limits: inference.Limits{Cells: 1, Seed: seed}}
			a, err := n.Infer(t.Context(), q)
			if err != nil || a.Method != inference.Weighted {
				t.Fatalf("%+v, %v", a, err)
			}
			same(t, "weighted", a.P, []float64{(1 - c.p) * c.off / mean, c.p * c.on / mean}, .06)
			near(t, "the effective share", a.Effective/20_000, mean*mean/square, .01)
		}
	}
}

// More combinations of parents than an integer can count are rejected as too many.
func TestNetwork_BeyondNumbers(t *testing.T) {
	nodes := make([]inference.Node, 1_101)
	for i := range 1_100 {
		nodes[i] = coin(.001)
		nodes[1_100].Parents = append(nodes[1_100].Parents, i)
	}
	nodes[1_100].States, nodes[1_100].Mechanism = 2, anyOf{}
	a, err := made(t, nodes).Infer(t.Context(), inference.Query{Target: 1_100, Limits: inference.Limits{Draws: 2_000}})
	if err != nil || a.Method != inference.Forward {
		t.Fatalf("%+v, %v", a, err)
	}
	near(t, "none of them", a.P[0], math.Pow(.999, 1_100), .06)
}

// anyOf is on when any parent is.
type anyOf struct{}

func (anyOf) Probabilities(parents []int, out []float64) {
	out[0], out[1] = 1, 0
	if slices.Contains(parents, 1) {
		out[0], out[1] = 0, 1
	}
}

func (anyOf) Pairs(actual, counter []int, out []float64) {
	clear(out)
	at := 0
	if slices.Contains(actual, 1) {
		at += 2
	}
	if slices.Contains(counter, 1) {
		at++
	}
	out[at] = 1
}

// A wide mechanism of another kind cannot be listed, and is sampled.
func TestNetwork_WideOther(t *testing.T) {
	nodes := fan(false, episodic.RelationCauses)
	want := happens(nodes, nil)
	nodes[60].Mechanism = struct{ inference.Mechanism }{nodes[60].Mechanism}
	a, err := made(t, nodes).Infer(t.Context(), inference.Query{Target: 60})
	if err != nil || a.Method != inference.Forward || a.Draws != 20_000 || math.Abs(a.Effective-20_000) > 1e-6 {
		t.Fatalf("%+v, %v", a, err)
	}
	same(t, "by sampling", a.P, []float64{1 - want, want}, .02)
}

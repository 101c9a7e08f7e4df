package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/change"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// moved is a mechanism that gives half of each state's probability to the state at the other end.
type moved struct{ inference.Mechanism }

func (m moved) Probabilities(parents []int, out []float64) {
	m.Mechanism.Probabilities(parents, out)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		mean := (out[i] + out[j]) / 2
		out[i], out[j] = mean, mean
	}
}

// changed is a world with other mechanisms of some variables.
func (w *world) changed(t *testing.T, of map[int]bool) *world {
	t.Helper()
	out := *w
	out.nodes = slices.Clone(w.nodes)
	for v := range of {
		if of[v] {
			out.nodes[v].Mechanism = moved{w.nodes[v].Mechanism}
		}
	}
	if err := out.settle(); err != nil {
		t.Fatal(err)
	}
	return &out
}

// summed is the probability of the target's state, by the sum over all states of all variables: no inference is used.
func (w *world) summed() float64 {
	states, total := make([]int, len(w.nodes)), 0.
	var from func(v int, p float64)
	from = func(v int, p float64) {
		if p == 0 {
			return
		}
		if v == len(w.nodes) {
			if states[w.target] == w.state {
				total += p
			}
			return
		}
		n := w.nodes[v]
		given, out := make([]int, len(n.Parents)), make([]float64, n.States)
		for i, parent := range n.Parents {
			given[i] = states[parent]
		}
		n.Mechanism.Probabilities(given, out)
		for state, q := range out {
			states[v] = state
			from(v+1, p*q)
		}
	}
	from(0, 1)
	return total
}

// shapley is the mean of the steps over every order in which the changed mechanisms can take their places. What does not change carries nothing
// in any order.
func (w *world) shapley(t *testing.T, players []int) map[int]float64 {
	t.Helper()
	out, orders, steps := map[int]float64{}, 0, []int{}
	var visit func(done map[int]bool)
	visit = func(done map[int]bool) {
		if len(steps) == len(players) {
			orders++
			at := map[int]bool{}
			last := w.changed(t, at).summed()
			for _, v := range steps {
				at[v] = true
				now := w.changed(t, at).summed()
				out[v] += now - last
				last = now
			}
			return
		}
		for _, v := range players {
			if !done[v] {
				done[v] = true
				steps = append(steps, v)
				visit(done)
				steps = steps[:len(steps)-1]
				done[v] = false
			}
		}
	}
	visit(map[int]bool{})
	for v := range out {
		out[v] /= float64(orders)
	}
	return out
}

// TestChanges compares the parts of a change in asia and agentops_a with their exact Shapley values: of three mechanisms that change at once, what
// each carries, and that the others carry nothing, within .02.
func TestChanges(t *testing.T) {
	worlds, err := everyWorld(options{data: enginetest.Data(t), seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range worlds[:2] {
		t.Run(w.name, func(t *testing.T) {
			players := append(slices.Clone(w.actions[:2]), w.target)
			all := map[int]bool{}
			for _, v := range players {
				all[v] = true
			}
			after, want := w.changed(t, all), w.shapley(t, players)
			random, worst := rand.New(rand.NewPCG(26, 4)), 0.
			got, err := change.Attribute(t.Context(), change.Question{
				Graph:  estimation.Graph{Parents: parents(w.links, len(w.nodes))},
				Before: w.sample(60_000, random), After: after.sample(60_000, random), Target: w.target, State: w.state,
			})
			if err != nil {
				t.Fatal(err)
			}
			told := map[int]bool{}
			for _, p := range got.Parts {
				told[p.Column] = true
				miss := math.Abs(p.Share.Value - want[p.Column])
				if worst = max(worst, miss); miss > .02 {
					t.Errorf("%s carries %.4f, said is %.4f", w.names[p.Column], want[p.Column], p.Share.Value)
				}
			}
			for _, v := range players {
				if !told[v] && math.Abs(want[v]) > 1e-9 {
					t.Errorf("%s carries %.4f and has no part", w.names[v], want[v])
				}
			}
			if math.Abs(want[w.target]) < .03 {
				t.Errorf("the target's mechanism carries %.4f: too little to tell right from wrong", want[w.target])
			}
			t.Logf("exact %t, of %d parts none is off by more than %.4f: %v", got.Exact, len(got.Parts), worst, want)
		})
	}
}

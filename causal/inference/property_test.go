package inference_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/inference"
)

// eachRandom checks random queries on random networks.
func eachRandom(t *testing.T, check func(t *testing.T, r *rand.Rand, nodes []inference.Node, q inference.Query, counterfactual bool, want []float64)) {
	t.Helper()
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(5, seed))
		nodes := randomNodes(r, 8, 4)
		n := made(t, nodes)
		for _, counterfactual := range []bool{false, true} {
			q := possible(r, n, nodes, counterfactual)
			a, err := ask(t.Context(), n, q, counterfactual)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			check(t, r, nodes, q, counterfactual, a.P)
		}
	}
}

func TestNetwork_SumsToOne(t *testing.T) {
	eachRandom(t, func(t *testing.T, _ *rand.Rand, _ []inference.Node, _ inference.Query, _ bool, want []float64) {
		sum := 0.0
		for _, p := range want {
			if p < 0 || p > 1 {
				t.Fatalf("%v is no distribution", want)
			}
			sum += p
		}
		near(t, "the sum", sum, 1, 1e-12)
	})
}

// Renumbering the nodes changes no answer.
func TestNetwork_RelabelledNodes(t *testing.T) {
	eachRandom(t, func(t *testing.T, r *rand.Rand, nodes []inference.Node, q inference.Query, counterfactual bool, want []float64) {
		to := r.Perm(len(nodes))
		moved := make([]inference.Node, len(nodes))
		for i, node := range nodes {
			parents := make([]int, len(node.Parents))
			for k, p := range node.Parents {
				parents[k] = to[p]
			}
			moved[to[i]] = inference.Node{States: node.States, Parents: parents, Mechanism: node.Mechanism}
		}
		other := inference.Query{Target: to[q.Target], Seen: map[int]int{}, Do: map[int]int{}}
		for i, s := range q.Seen {
			other.Seen[to[i]] = s
		}
		for i, s := range q.Do {
			other.Do[to[i]] = s
		}
		got, err := ask(t.Context(), made(t, moved), other, counterfactual)
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("%+v", q), got.P, want, 1e-9)
	})
}

// Numbering the states from the other end changes no answer: the noise of a table is as likely from
// above as from below.
func TestNetwork_RelabelledStates(t *testing.T) {
	eachRandom(t, func(t *testing.T, r *rand.Rand, nodes []inference.Node, q inference.Query, counterfactual bool, want []float64) {
		turned := r.IntN(len(nodes))
		flip := func(i, s int) int {
			if i == turned {
				return nodes[i].States - 1 - s
			}
			return s
		}
		other := inference.Query{Target: q.Target, Seen: map[int]int{}, Do: map[int]int{}}
		for i, s := range q.Seen {
			other.Seen[i] = flip(i, s)
		}
		for i, s := range q.Do {
			other.Do[i] = flip(i, s)
		}
		flipped := make([]inference.Node, len(nodes))
		for i, node := range nodes {
			flipped[i] = inference.Node{States: node.States, Parents: node.Parents, Mechanism: turnedAround{
				Mechanism: node.Mechanism, node: i, parents: node.Parents, states: node.States, flip: flip,
			}}
		}
		got, err := ask(t.Context(), made(t, flipped), other, counterfactual)
		if err != nil {
			t.Fatal(err)
		}
		back := make([]float64, len(want))
		for s, p := range got.P {
			back[flip(q.Target, s)] = p
		}
		same(t, fmt.Sprintf("%+v, node %d turned", q, turned), back, want, 1e-9)
	})
}

// turnedAround is a mechanism whose states, or those of its parents, are numbered from the other end.
type turnedAround struct {
	inference.Mechanism

	node, states int
	parents      []int
	flip         func(node, state int) int
}

func (m turnedAround) of(states []int) []int {
	out := make([]int, len(states))
	for k, s := range states {
		out[k] = m.flip(m.parents[k], s)
	}
	return out
}

func (m turnedAround) Probabilities(parents []int, out []float64) {
	p := make([]float64, m.states)
	m.Mechanism.Probabilities(m.of(parents), p)
	for s, q := range p {
		out[m.flip(m.node, s)] = q
	}
}

func (m turnedAround) Pairs(actual, counter []int, out []float64) {
	p := make([]float64, m.states*m.states)
	m.Mechanism.Pairs(m.of(actual), m.of(counter), p)
	for at, q := range p {
		out[m.flip(m.node, at/m.states)*m.states+m.flip(m.node, at%m.states)] = q
	}
}

// Setting a node that is not an ancestor of the target changes nothing, to the last bit.
func TestNetwork_DoOnNonAncestor(t *testing.T) {
	eachRandom(t, func(t *testing.T, r *rand.Rand, nodes []inference.Node, q inference.Query, counterfactual bool, _ []float64) {
		n := made(t, nodes)
		if !counterfactual {
			q.Seen = nil // seen after the action, a descendant is evidence
		}
		before, err := ask(t.Context(), n, q, counterfactual)
		if err != nil {
			t.Fatal(err)
		}
		leads := n.Ancestors(q.Target)
		more := maps.Clone(q.Do)
		for i := range nodes {
			if !leads[i] && r.IntN(2) == 0 {
				more[i] = r.IntN(nodes[i].States)
			}
		}
		q.Do = more
		after, err := ask(t.Context(), n, q, counterfactual)
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("%+v", q), after.P, before.P, 0)
	})
}

// An unrelated node changes nothing.
func TestNetwork_UnrelatedNode(t *testing.T) {
	eachRandom(t, func(t *testing.T, r *rand.Rand, nodes []inference.Node, q inference.Query, counterfactual bool, want []float64) {
		more := slices.Concat(nodes, []inference.Node{{States: 3, Mechanism: randomTable(r, 3, nil)}})
		got, err := ask(t.Context(), made(t, more), q, counterfactual)
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("%+v", q), got.P, want, 0)
	})
}

// Consistency: setting a node to its actual state changes nothing. Without evidence, a counterfactual
// is an intervention.
func TestNetwork_Composition(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(6, seed))
		nodes := randomNodes(r, 8, 4)
		n := made(t, nodes)
		episode := n.Draw(r, nil)
		q := inference.Query{Target: r.IntN(8), Seen: map[int]int{}, Do: map[int]int{}}
		for i, s := range episode {
			if r.IntN(2) == 0 {
				q.Seen[i] = s
				if r.IntN(2) == 0 {
					q.Do[i] = s
				}
			}
		}
		as, err := n.Counterfactual(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		is, err := n.Infer(t.Context(), inference.Query{Target: q.Target, Seen: q.Seen})
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("seed %d, done as seen", seed), as.P, is.P, 1e-9)

		q.Seen = nil
		would, err := n.Counterfactual(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		does, err := n.Infer(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("seed %d, nothing seen", seed), would.P, does.P, 1e-9)
	}
}

package inference_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/internal/soak"
)

// possible draws a query that has an answer.
func possible(r *rand.Rand, n *inference.Network, nodes []inference.Node, counterfactual bool) inference.Query {
	q := randomQuery(r, n, nodes)
	if counterfactual {
		seen := n.Draw(r, nil)
		for i := range q.Seen {
			q.Seen[i] = seen[i]
		}
	}
	return q
}

// Answers equal the enumeration of the mechanisms' noise, with noisy mechanisms split or not.
func TestNetwork_Enumeration(t *testing.T) {
	for seed := range uint64(soak.Rounds(150)) {
		r := soak.Rand(1, seed)
		nodes := randomNodes(r, 2+r.IntN(4), 3)
		n := made(t, nodes)
		for _, counterfactual := range []bool{false, true} {
			q := possible(r, n, nodes, counterfactual)
			what := fmt.Sprintf("seed %d, counterfactual %v, %+v", seed, counterfactual, q)
			want := enumerate(nodes, q, !counterfactual)
			a, err := ask(t.Context(), n, q, counterfactual)
			if err != nil || a.Method != inference.Exact || a.Draws != 0 {
				t.Fatalf("%s: %+v, %v", what, a, err)
			}
			same(t, what, a.P, want, 1e-9)
			split, err := inference.ExactSplit(t.Context(), n, q, counterfactual, 1)
			if err != nil {
				t.Fatal(err)
			}
			same(t, what+", split", split, want, 1e-9)
		}
	}
}

// Joint agrees with Infer by the chain rule.
func TestNetwork_Joint(t *testing.T) {
	for seed := range uint64(soak.Rounds(50)) {
		r := soak.Rand(2, seed)
		nodes := randomNodes(r, 5, 3)
		n := made(t, nodes)
		q := randomQuery(r, n, nodes)
		pair := r.Perm(5)[:2]
		both, err := n.Joint(t.Context(), q, pair...)
		if err != nil {
			t.Fatal(err)
		}
		q.Target = pair[0]
		first, err := n.Infer(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]float64, 0, len(both.P))
		for s, p := range first.P {
			given := inference.Query{Target: pair[1], Do: q.Do, Seen: map[int]int{pair[0]: s}}
			for i, seen := range q.Seen {
				given.Seen[i] = seen
			}
			second, err := n.Infer(t.Context(), given)
			if p == 0 {
				second.P = make([]float64, nodes[pair[1]].States)
			} else if err != nil {
				t.Fatal(err)
			}
			for _, next := range second.P {
				want = append(want, p*next)
			}
		}
		same(t, fmt.Sprintf("seed %d", seed), both.P, want, 1e-9)
	}
}

// Sampling is near the exact answer, and reports its method and its quality.
func TestNetwork_Sampling(t *testing.T) {
	methods := map[inference.Method]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(3, seed))
		nodes := randomNodes(r, 6, 3)
		n := made(t, nodes)
		for _, counterfactual := range []bool{false, true} {
			q := possible(r, n, nodes, counterfactual)
			want, err := ask(t.Context(), n, q, counterfactual)
			if err != nil {
				t.Fatal(err)
			}
			q.Limits = inference.Limits{Cells: 3, Seed: seed}
			got, err := ask(t.Context(), n, q, counterfactual)
			if errors.Is(err, inference.ErrTooRare) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			methods[got.Method]++
			what := fmt.Sprintf("seed %d, counterfactual %v, %+v: %+v", seed, counterfactual, q, got)
			if got.Method == inference.Exact {
				same(t, what, got.P, want.P, 1e-9)
				continue
			}
			if got.Draws != 20_000 || got.Effective < 1 || got.Effective > 20_000*(1+1e-9) ||
				got.Method == inference.Forward && got.Effective < 20_000*(1-1e-9) {
				t.Fatalf("%s: of no such many draws", what)
			}
			same(t, what, got.P, want.P, 5/math.Sqrt(got.Effective))
			again, err := ask(t.Context(), n, q, counterfactual)
			if err != nil {
				t.Fatal(err)
			}
			same(t, what+" repeated", again.P, got.P, 0)
		}
	}
	for _, m := range []inference.Method{inference.Exact, inference.Forward, inference.Weighted} {
		if methods[m] < 10 {
			t.Errorf("%d answers by %s, so that it was hardly looked at", methods[m], m)
		}
	}
}

// Draw draws cases with the probabilities that Infer returns.
func TestNetwork_Draw(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		nodes := randomNodes(r, 6, 3)
		n := made(t, nodes)
		do := map[int]int{2: 1}
		counts := make([][]float64, len(nodes))
		for i, node := range nodes {
			counts[i] = make([]float64, node.States)
		}
		const draws = 5_000
		for range draws {
			for i, s := range n.Draw(r, do) {
				counts[i][s] += 1. / draws
			}
		}
		for i := range nodes {
			want, err := n.Infer(t.Context(), inference.Query{Target: i, Do: do})
			if err != nil {
				t.Fatal(err)
			}
			same(t, fmt.Sprintf("node %d", i), counts[i], want.P, .04)
		}
	}
}

package inference_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/inference"
)

// shifted is a mechanism with one number changed; the row need not sum to 1.
type shifted struct {
	inference.Mechanism

	parents []int
	state   int
	by      float64
}

func (m shifted) Probabilities(parents []int, out []float64) {
	m.Mechanism.Probabilities(parents, out)
	if slices.Equal(parents, m.parents) {
		out[m.state] += m.by
	}
}

// Each derivative equals the effect of a small change of the number, and a mechanism that is not
// reported has no effect.
func TestNetwork_Sensitivity(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(9, seed))
		nodes := randomNodes(r, 6, 3)
		n := made(t, nodes)
		q := possible(r, n, nodes, false)
		state := r.IntN(nodes[q.Target].States)
		what := fmt.Sprintf("seed %d, state %d of %+v", seed, state, q)
		told := map[string][]float64{}
		a, err := n.Sensitivity(t.Context(), q, state, func(node int, parents []int, slopes []float64) {
			told[fmt.Sprint(node, parents)] = slices.Clone(slopes)
		})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		same(t, what, a.P, enumerate(nodes, q, true), 1e-9)
		for i, node := range nodes {
			each(nodes, node.Parents, func(parents []int) {
				slopes := told[fmt.Sprint(i, parents)]
				if slopes == nil {
					slopes = make([]float64, node.States)
				}
				for s, slope := range slopes {
					const small = 1e-5
					ahead, behind := answerWith(t, nodes, q, i, parents, s, small), answerWith(t, nodes, q, i, parents, s, -small)
					if ahead == nil || behind == nil {
						continue // without this number, what was seen is impossible
					}
					got := (ahead[state] - behind[state]) / (2 * small)
					near(t, fmt.Sprintf("%s, by state %d of node %d at %v", what, s, i, parents), slope, got, 1e-4*max(1, got*got))
				}
			})
		}
	}
}

// answerWith returns the answer with one number changed; nil if the query becomes impossible.
func answerWith(t *testing.T, nodes []inference.Node, q inference.Query, node int, parents []int, state int, by float64) []float64 {
	t.Helper()
	changed := slices.Clone(nodes)
	changed[node].Mechanism = shifted{nodes[node].Mechanism, slices.Clone(parents), state, by}
	a, err := made(t, changed).Infer(t.Context(), q)
	var impossible *inference.ImpossibleError
	if errors.As(err, &impossible) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return a.P
}

// each visits the combinations of states of some nodes.
func each(nodes []inference.Node, of []int, visit func(states []int)) {
	states := make([]int, len(of))
	for {
		visit(states)
		i := len(of) - 1
		for ; i >= 0; i-- {
			if states[i]++; states[i] < nodes[of[i]].States {
				break
			}
			states[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

func TestNetwork_SensitivityRefused(t *testing.T) {
	n := made(t, []inference.Node{coin(.5), follows(0, 1), follows(1, 1)})
	refuse := func(int, []int, []float64) { t.Error("slopes were told") }
	var impossible *inference.ImpossibleError
	_, err := n.Sensitivity(t.Context(), inference.Query{Target: 2, Seen: map[int]int{0: 0, 1: 1}}, 0, refuse)
	if !errors.As(err, &impossible) || impossible.Node != 1 {
		t.Errorf("impossible: %v", err)
	}
	if _, err := n.Sensitivity(t.Context(), inference.Query{Target: 2}, 2, refuse); err == nil {
		t.Error("a state that the target does not have")
	}
	limits := inference.Limits{Cells: 3}
	if _, err := n.Sensitivity(t.Context(), inference.Query{Target: 2, Limits: limits}, 1, refuse); !errors.Is(err, inference.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := n.Sensitivity(ended, inference.Query{Target: 2}, 1, refuse); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: %v", err)
	}
	a, err := n.Sensitivity(t.Context(), inference.Query{Target: 2, Do: map[int]int{2: 1}}, 0, refuse)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "what is set", a.P, []float64{0, 1}, 0)
}

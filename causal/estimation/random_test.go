package estimation_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// invented is a network of 20 variables with two or three states and up to three parents each.
func invented(t *testing.T, seed uint64) (*inference.Network, estimation.Sample, estimation.Graph) {
	t.Helper()
	const variables = 20
	random := rand.New(rand.NewPCG(seed, 12))
	nodes := make([]inference.Node, variables)
	s := estimation.Sample{Columns: make([]estimation.Column, variables)}
	g := estimation.Graph{Parents: make([][]int, variables)}
	for v := range nodes {
		m := inference.Table{States: 2 + random.IntN(2)}
		rows := 1
		for range 3 {
			u := v - 1 - random.IntN(6)
			if u < 0 || slices.Contains(g.Parents[v], u) || random.IntN(4) == 0 {
				continue
			}
			g.Parents[v] = append(g.Parents[v], u)
			m.ParentStates = append(m.ParentStates, nodes[u].States)
			rows *= nodes[u].States
		}
		for range rows {
			weights, sum := make([]float64, m.States), 0.0
			for i := range weights {
				weights[i] = math.Exp(1.5 * random.NormFloat64())
				sum += weights[i]
			}
			for _, w := range weights {
				m.P = append(m.P, w/sum)
			}
		}
		nodes[v] = inference.Node{States: m.States, Parents: g.Parents[v], Mechanism: m}
		s.Columns[v].States = m.States
	}
	n, err := inference.NewNetwork(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return n, s, g
}

// What holds for the two networks of the test data holds for others too.
func TestAnswers_inventedNetworks(t *testing.T) {
	t.Parallel()
	var strata, model tally
	var off, naive mean
	for network := range uint64(4) {
		exact, empty, g := invented(t, network)
		y := len(g.Parents) - 1
		for replicate := range uint64(25) {
			random := rand.New(rand.NewPCG(replicate, network))
			s := estimation.Sample{Rows: 2_000, Columns: slices.Clone(empty.Columns)}
			for c := range s.Columns {
				s.Columns[c].Of = make([]int16, s.Rows)
			}
			for row := range s.Rows {
				for c, state := range exact.Draw(random, nil) {
					s.Columns[c].Of[row] = int16(state)
				}
			}
			l := estimation.Learn(s, g)
			for x := y - 8; x < y; x++ {
				if !g.Descendants(x)[y] {
					continue
				}
				for state := range s.Columns[x].States {
					q := estimation.Question{Target: y, Do: map[int]int{x: state}}
					truth, err := exact.Infer(t.Context(), inference.Query{Target: y, Do: q.Do})
					if err != nil {
						t.Fatal(err)
					}
					e := gformula(t, l, q)
					model.add(e, truth.P[0])
					off.off(e.P, truth.P[0])
					naive.off(estimation.Observe(s, q).P, truth.P[0])
					if r := estimation.Stratify(s, q, g.Parents[x]); enough(r) {
						strata.add(r.Estimate, truth.P[0])
					}
				}
			}
		}
	}
	t.Logf("strata %.3f of %d, g-formula %.3f of %d; mean |error| %v, naive %v", strata.share(), strata.of, model.share(), model.of, &off, &naive)
	if strata.of < 500 || strata.share() < .93 {
		t.Errorf("%d of %d stratified intervals contain the truth", strata.in, strata.of)
	}
	if model.share() < .91 {
		t.Errorf("%d of %d intervals of the g-formula contain the truth", model.in, model.of)
	}
	if off.of() > .02 || off.of() > naive.of() {
		t.Errorf("the g-formula is off by %v, the naive share by %v", &off, &naive)
	}
}

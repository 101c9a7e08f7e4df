package inference_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// made returns a network of valid nodes.
func made(t *testing.T, nodes []inference.Node) *inference.Network {
	t.Helper()
	n, err := inference.NewNetwork(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// randomNodes draws nodes with up to most parents each among the earlier ones: tables and noisy
// mechanisms, with a few probabilities of 0 and 1.
func randomNodes(r *rand.Rand, size, most int) []inference.Node {
	nodes := make([]inference.Node, size)
	for i := range nodes {
		parents := r.Perm(i)
		parents = parents[:r.IntN(min(i, most)+1)]
		states := make([]int, len(parents))
		for k, p := range parents {
			states[k] = nodes[p].States
		}
		nodes[i] = inference.Node{States: 2 + r.IntN(2), Parents: parents}
		if nodes[i].States == 2 && r.IntN(3) > 0 {
			nodes[i].Mechanism = randomNoisy(r, states)
		} else {
			nodes[i].Mechanism = randomTable(r, nodes[i].States, states)
		}
	}
	return nodes
}

// chance draws a probability, sometimes 0 or 1.
func chance(r *rand.Rand) float64 {
	switch r.IntN(10) {
	case 0:
		return 0
	case 1:
		return 1
	}
	return r.Float64()
}

func randomNoisy(r *rand.Rand, parents []int) inference.Noisy {
	n := inference.Noisy{Base: chance(r), Reversed: r.IntN(2) == 0}
	relations := []episodic.Relation{episodic.RelationCauses, episodic.RelationPrevents, episodic.RelationEnables}
	for _, states := range parents {
		on := make([]bool, states)
		for s := range on {
			on[s] = r.IntN(2) == 0
		}
		n.Influences = append(n.Influences, inference.Influence{Relation: relations[r.IntN(3)], Weight: chance(r), On: on})
	}
	return n
}

func randomTable(r *rand.Rand, states int, parents []int) inference.Table {
	t := inference.Table{States: states, ParentStates: parents}
	rows := 1
	for _, s := range parents {
		rows *= s
	}
	for range rows {
		row, sum := make([]float64, states), 0.0
		for sum == 0 {
			for s := range row {
				row[s] = max(0, r.Float64()-.1)
				sum += row[s]
			}
		}
		for _, p := range row {
			t.P = append(t.P, p/sum)
		}
	}
	return t
}

// randomQuery observes some nodes of a drawn case, and sets others.
func randomQuery(r *rand.Rand, n *inference.Network, nodes []inference.Node) inference.Query {
	q := inference.Query{Target: r.IntN(len(nodes)), Seen: map[int]int{}, Do: map[int]int{}}
	if i := r.IntN(len(nodes)); r.IntN(4) > 0 {
		q.Do[i] = r.IntN(nodes[i].States)
	}
	share := r.Float64()
	for i, s := range n.Draw(r, q.Do) {
		if r.Float64() < share {
			q.Seen[i] = s
		}
	}
	return q
}

// same fails if two distributions differ by more than a tolerance.
func same(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	bad := len(got) != len(want)
	for i := 0; !bad && i < len(got); i++ {
		bad = math.IsNaN(got[i]) || math.Abs(got[i]-want[i]) > tolerance
	}
	if bad {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// noise is one response of a node to its parents, with its probability.
type noise struct {
	p     float64
	reply func(parents []int) int
}

// noises lists the responses of a node: the definition of the mechanisms, cell by cell.
func noises(node inference.Node) []noise {
	if noisy, is := node.Mechanism.(inference.Noisy); is {
		return noisyNoises(noisy)
	}
	table := node.Mechanism.(inference.Table)
	rows := len(table.P) / table.States
	sums, cuts := make([][]float64, rows), []float64{0, 1}
	for k := range rows {
		sum := 0.0
		for _, p := range table.P[k*table.States : (k+1)*table.States] {
			sum += p
			sums[k] = append(sums[k], sum)
		}
		cuts = append(cuts, sums[k][:table.States-1]...)
	}
	slices.Sort(cuts)
	var out []noise
	for c := 1; c < len(cuts); c++ {
		middle := (cuts[c-1] + cuts[c]) / 2
		out = append(out, noise{cuts[c] - cuts[c-1], func(parents []int) int {
			row := 0
			for k, s := range parents {
				row = row*table.ParentStates[k] + s
			}
			for s, sum := range sums[row][:table.States-1] {
				if middle < sum {
					return s
				}
			}
			return table.States - 1
		}})
	}
	return out
}

// noisyNoises lists the noises of the base and of each influence, firing or not.
func noisyNoises(n inference.Noisy) []noise {
	var out []noise
	for bits := range 1 << (len(n.Influences) + 1) {
		p := 1 - n.Base
		if bits&1 == 1 {
			p = n.Base
		}
		for k, f := range n.Influences {
			if bits>>(k+1)&1 == 1 {
				p *= f.Weight
			} else {
				p *= 1 - f.Weight
			}
		}
		out = append(out, noise{p, func(parents []int) int {
			caused, blocked := bits&1 == 1, false
			for k, f := range n.Influences {
				on, fires := f.On[parents[k]], bits>>(k+1)&1 == 1
				caused = caused || f.Relation == episodic.RelationCauses && on && fires
				blocked = blocked || f.Relation == episodic.RelationPrevents && on && fires
				blocked = blocked || f.Relation == episodic.RelationEnables && !on && fires
			}
			if (caused && !blocked) != n.Reversed {
				return 1
			}
			return 0
		}})
	}
	return out
}

// enumerate answers a query by definition: every combination of the noise that leads to what was seen,
// and what the same noise leads to with Do set. With doFirst, what was seen is of the world with Do
// set.
func enumerate(nodes []inference.Node, q inference.Query, doFirst bool) []float64 {
	all := make([][]noise, len(nodes))
	for i, node := range nodes {
		all[i] = noises(node)
	}
	out, sum := make([]float64, nodes[q.Target].States), 0.0
	chosen := make([]noise, len(nodes))
	run := func(do map[int]int) []int {
		states := make([]int, len(nodes))
		for i, node := range nodes {
			if s, set := do[i]; set {
				states[i] = s
				continue
			}
			parents := make([]int, len(node.Parents))
			for k, p := range node.Parents {
				parents[k] = states[p]
			}
			states[i] = chosen[i].reply(parents)
		}
		return states
	}
	var walk func(i int, p float64)
	walk = func(i int, p float64) {
		if p == 0 {
			return
		}
		if i < len(nodes) {
			for _, one := range all[i] {
				chosen[i] = one
				walk(i+1, p*one.p)
			}
			return
		}
		counter := run(q.Do)
		actual := counter
		if !doFirst {
			actual = run(nil)
		}
		for k, s := range q.Seen {
			if actual[k] != s {
				return
			}
		}
		out[counter[q.Target]] += p
		sum += p
	}
	walk(0, 1)
	for s := range out {
		out[s] /= sum
	}
	return out
}

// ask calls Counterfactual or Infer.
func ask(ctx context.Context, n *inference.Network, q inference.Query, counterfactual bool) (inference.Answer, error) {
	if counterfactual {
		return n.Counterfactual(ctx, q)
	}
	return n.Infer(ctx, q)
}

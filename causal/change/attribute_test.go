package change_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/change"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// tables are the probabilities of binary columns by the states of their parents, the last parent fastest.
type tables struct {
	parents [][]int
	yes     [][]float64
}

// made is a network of that many columns, each with up to two parents before it.
func made(random *rand.Rand, columns int) tables {
	var out tables
	for v := range columns {
		parents := random.Perm(v)[:min(v, random.IntN(3))]
		slices.Sort(parents)
		out.parents = append(out.parents, parents)
		out.yes = append(out.yes, drawnRow(random, 1<<len(parents)))
	}
	return out
}

func drawnRow(random *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = .1 + .8*random.Float64()
	}
	return out
}

// changed has other mechanisms of some columns.
func (t tables) changed(random *rand.Rand, columns ...int) tables {
	out := tables{t.parents, slices.Clone(t.yes)}
	for _, c := range columns {
		out.yes[c] = drawnRow(random, len(t.yes[c]))
	}
	return out
}

func (t tables) sample(tb testing.TB, random *rand.Rand, rows int) estimation.Sample {
	tb.Helper()
	var nodes []inference.Node
	s := estimation.Sample{Rows: rows}
	for v, parents := range t.parents {
		m := inference.Table{States: 2}
		for range parents {
			m.ParentStates = append(m.ParentStates, 2)
		}
		for _, yes := range t.yes[v] {
			m.P = append(m.P, 1-yes, yes)
		}
		nodes = append(nodes, inference.Node{States: 2, Parents: parents, Mechanism: m})
		s.Columns = append(s.Columns, estimation.Column{States: 2, Of: make([]int16, rows)})
	}
	network, err := inference.NewNetwork(nodes)
	if err != nil {
		tb.Fatal(err)
	}
	for row := range rows {
		for v, state := range network.Draw(random, nil) {
			s.Columns[v].Of[row] = int16(state)
		}
	}
	return s
}

// share is the probability of the last column, by the sum over all states: no inference is used.
func share(of func(column int) []float64, parents [][]int) float64 {
	n, out := len(parents), 0.
	for states := range 1 << n {
		if states&(1<<(n-1)) == 0 {
			continue
		}
		p := 1.
		for v, given := range parents {
			row := 0
			for _, u := range given {
				row = 2*row + states>>u&1
			}
			yes := of(v)[row]
			if states>>v&1 == 0 {
				yes = 1 - yes
			}
			p *= yes
		}
		out += p
	}
	return out
}

// oracle is the Shapley value of each column by its definition: the mean over all orders, one by one.
func oracle(before, after tables) []float64 {
	n := len(before.parents)
	out, order, orders := make([]float64, n), make([]int, 0, n), 0
	known := map[int]float64{}
	value := func(set int) float64 {
		if _, ok := known[set]; !ok {
			known[set] = share(func(c int) []float64 {
				if set>>c&1 == 1 {
					return after.yes[c]
				}
				return before.yes[c]
			}, before.parents)
		}
		return known[set]
	}
	var visit func(set int)
	visit = func(set int) {
		if len(order) == n {
			orders++
			at := 0
			for _, c := range order {
				out[c] += value(at|1<<c) - value(at)
				at |= 1 << c
			}
			return
		}
		for c := range n {
			if set>>c&1 == 0 {
				order = append(order, c)
				visit(set | 1<<c)
				order = order[:len(order)-1]
			}
		}
	}
	visit(0)
	for c := range out {
		out[c] /= float64(orders)
	}
	return out
}

// TestAttribute compares what is attributed from samples with the Shapley values of the mechanisms that they were drawn from.
func TestAttribute(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 1))
	for round := range 12 {
		before := made(random, 6)
		after := before.changed(random, round%6, 5)
		want := oracle(before, after)
		const rows = 60_000
		got, err := change.Attribute(t.Context(), change.Question{
			Graph: estimation.Graph{Parents: before.parents}, Before: before.sample(t, random, rows), After: after.sample(t, random, rows), Target: 5, State: 1,
		})
		if err != nil || !got.Exact {
			t.Fatalf("%+v, %v", got, err)
		}
		sum, parts := 0., map[int]change.Part{}
		for _, p := range got.Parts {
			sum, parts[p.Column] = sum+p.Share.Value, p
		}
		if math.Abs(sum-(got.After-got.Before)) > 1e-9 {
			t.Errorf("round %d: the parts add up to %.12f, the change is %.12f", round, sum, got.After-got.Before)
		}
		for c, value := range want {
			p, there := parts[c]
			if !there && math.Abs(value) > 1e-12 {
				t.Errorf("round %d: column %d has no part of %.3f", round, c, value)
			}
			if math.Abs(p.Share.Value-value) > .02 {
				t.Errorf("round %d: column %d carries %.4f, said is %.4f", round, c, value, p.Share.Value)
			}
		}
	}
}

// Intervals hold the true part in at least nine of ten cases at 400 rows, and are no wider than what many rows need.
func TestAttribute_Intervals(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 2))
	held, all := 0, 0
	for round := range 40 {
		before := made(random, 4)
		after := before.changed(random, round%4)
		want := oracle(before, after)
		got, err := change.Attribute(t.Context(), change.Question{
			Graph: estimation.Graph{Parents: before.parents}, Before: before.sample(t, random, 400), After: after.sample(t, random, 400), Target: 3, State: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range got.Parts {
			all++
			if p.Share.Low <= want[p.Column] && want[p.Column] <= p.Share.High {
				held++
			}
			if p.Share.High-p.Share.Low > .3 {
				t.Errorf("round %d: an interval of %v", round, p.Share)
			}
		}
	}
	if held*10 < all*9 {
		t.Errorf("%d of %d intervals hold the part", held, all)
	}
	t.Logf("%d of %d intervals hold the part", held, all)
}

// Of more mechanisms than every set of which is computed, orders are drawn: the parts still add up, and are near the true ones.
func TestAttribute_ManyMechanisms(t *testing.T) {
	before, random := tables{}, rand.New(rand.NewPCG(26, 3))
	for v := range 12 {
		parents := []int{}
		if v > 0 {
			parents = []int{v - 1}
		}
		before.parents, before.yes = append(before.parents, parents), append(before.yes, [][]float64{{.5}, {.1, .9}}[min(v, 1)])
	}
	after := before.changed(random, 3, 9)
	// Of the others nothing changes: by the two alone the value is that of two players.
	mixed := func(set int) float64 {
		return share(func(c int) []float64 {
			if c == 3 && set&1 > 0 || c == 9 && set&2 > 0 {
				return after.yes[c]
			}
			return before.yes[c]
		}, before.parents)
	}
	want := map[int]float64{3: (mixed(1) - mixed(0) + mixed(3) - mixed(2)) / 2, 9: (mixed(2) - mixed(0) + mixed(3) - mixed(1)) / 2}
	got, err := change.Attribute(t.Context(), change.Question{
		Graph: estimation.Graph{Parents: before.parents}, Before: before.sample(t, random, 60_000), After: after.sample(t, random, 60_000), Target: 11, State: 1,
	})
	if err != nil || got.Exact || len(got.Parts) != 12 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, p := range got.Parts {
		if math.Abs(p.Share.Value-want[p.Column]) > .02 {
			t.Errorf("column %d carries %.4f, said is %.4f", p.Column, want[p.Column], p.Share.Value)
		}
	}
}

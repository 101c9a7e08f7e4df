package doubt

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// bic is the score of a graph.
func (f *finder) bic(g estimation.Graph) float64 {
	out := 0.
	for v, parents := range g.Parents {
		out += f.scores.of(v, parents)
	}
	return out
}

// worth is the BIC of a graph less what its changes cost.
func (f *finder) worth(g estimation.Graph) float64 {
	out := 0.
	for v, parents := range g.Parents {
		out += f.part(v, parents)
	}
	return out
}

// part is what a column with its parents adds to the worth of a graph.
func (f *finder) part(v int, parents []int) float64 {
	out := f.scores.of(v, parents)
	for _, p := range parents {
		if !slices.Contains(f.Graph.Parents[v], p) && f.comes(p, v) <= 0 {
			out -= clearly
		}
	}
	return out
}

// gain is how much more another graph is worth, of which most columns have the same parents.
func (f *finder) gain(g, other estimation.Graph) float64 {
	out := 0.
	for v, parents := range other.Parents {
		if before := g.Parents[v]; !slices.Equal(before, parents) {
			out += f.part(v, parents) - f.part(v, before)
		}
	}
	return out
}

// reversible are the edges of a graph of which no time tells the direction, and that a repair may turn round.
func (f *finder) reversible(g estimation.Graph) [][2]int {
	var out [][2]int
	for v, parents := range g.Parents {
		for _, p := range parents {
			if !f.fixed(p, v) && !f.fixed(v, p) && !f.barred[[2]int{v, p}] && f.comes(p, v) == 0 {
				out = append(out, [2]int{p, v})
			}
		}
	}
	return out
}

func dropped(g estimation.Graph, e [2]int) estimation.Graph {
	out := estimation.Graph{Parents: slices.Clone(g.Parents)}
	out.Parents[e[1]] = slices.DeleteFunc(slices.Clone(out.Parents[e[1]]), func(p int) bool { return p == e[0] })
	return out
}

func joined(g estimation.Graph, e [2]int) estimation.Graph {
	out := estimation.Graph{Parents: slices.Clone(g.Parents)}
	out.Parents[e[1]] = append(slices.Clone(out.Parents[e[1]]), e[0])
	return out
}

func turned(g estimation.Graph, e [2]int) estimation.Graph {
	return joined(dropped(g, e), [2]int{e[1], e[0]})
}

func acyclic(g estimation.Graph) bool {
	for v, parents := range g.Parents {
		for _, p := range parents {
			if g.Ancestors([]int{p}, nil)[v] {
				return false
			}
		}
	}
	return true
}

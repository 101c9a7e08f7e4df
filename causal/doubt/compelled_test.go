package doubt_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/estimation"
)

// In random graphs of five columns the compelled edges are exactly those that point the same way in every acyclic graph with the same
// edges, the same common effects and the same known directions.
func TestCompelled(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 83))
	told, open := 0, 0
	for range 400 {
		g, edges := randomGraph(random)
		known := map[[2]int]bool{}
		for _, e := range edges {
			known[e] = random.IntN(8) == 0
		}
		got := doubt.Compelled(g, func(source, target int) bool { return known[[2]int{source, target}] })
		want := sameWay(g, edges, known)
		for _, e := range edges {
			if got[e] != want[e] {
				t.Fatalf("%v, known %v: edge %v is compelled %t, want %t", g.Parents, known, e, got[e], want[e])
			}
			if want[e] {
				told++
			} else {
				open++
			}
		}
	}
	if told < 200 || open < 200 {
		t.Errorf("%d edges are compelled, %d are not", told, open)
	}
}

func randomGraph(random *rand.Rand) (g estimation.Graph, edges [][2]int) {
	const n = 5
	g.Parents = make([][]int, n)
	for v := range n {
		for u := range v {
			if random.IntN(2) == 0 {
				g.Parents[v] = append(g.Parents[v], u)
				edges = append(edges, [2]int{u, v})
			}
		}
	}
	return g, edges
}

// sameWay tries every way to direct the edges.
func sameWay(g estimation.Graph, edges [][2]int, known map[[2]int]bool) map[[2]int]bool {
	out := map[[2]int]bool{}
	for _, e := range edges {
		out[e] = true
	}
	for set := range 1 << len(edges) {
		other := estimation.Graph{Parents: make([][]int, len(g.Parents))}
		allowed := true
		for i, e := range edges {
			if set>>i&1 == 1 {
				allowed = allowed && !known[e]
				e[0], e[1] = e[1], e[0]
			}
			other.Parents[e[1]] = append(other.Parents[e[1]], e[0])
		}
		if !allowed || !slices.Equal(colliders(g), colliders(other)) || circular(other) {
			continue
		}
		for i, e := range edges {
			if set>>i&1 == 1 {
				out[e] = false
			}
		}
	}
	return out
}

// colliders are the common effects of two columns that no edge joins, in order.
func colliders(g estimation.Graph) [][3]int {
	joined := func(a, b int) bool { return slices.Contains(g.Parents[a], b) || slices.Contains(g.Parents[b], a) }
	var out [][3]int
	for v, parents := range g.Parents {
		for _, a := range parents {
			for _, b := range parents {
				if a < b && !joined(a, b) {
					out = append(out, [3]int{a, b, v})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return out
}

func circular(g estimation.Graph) bool {
	for v, parents := range g.Parents {
		if len(parents) > 0 && g.Ancestors(parents, nil)[v] {
			return true
		}
	}
	return false
}

package doubt_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/estimation"
)

// TestFind_ReadsBoundedly looks at a large graph of which a tenth of the links is missing and a tenth turned round. What is read
// beyond the bound are the tests of the graph as it is and of what was begun.
func TestFind_ReadsBoundedly(t *testing.T) {
	const columns, rows = 60, 20_000
	random := rand.New(rand.NewPCG(3, 4))
	parents := make([][]int, columns)
	g := estimation.Graph{Parents: make([][]int, columns)}
	for i := range parents {
		for range min(i, 2) {
			p := random.IntN(i)
			if random.IntN(3) == 0 || slices.Contains(parents[i], p) {
				continue
			}
			parents[i] = append(parents[i], p)
			switch random.IntN(10) {
			case 0:
			case 1:
				join(g, i, p)
			default:
				join(g, p, i)
			}
		}
	}
	d := doubt.Data{Sample: drawn(t, rows, 5, parents...), Graph: g}
	if n, tests := doubt.RowsRead(d), columns*columns/2*rows; n < tests || n > doubt.MostRead+tests/2 {
		t.Errorf("%d rows were read", n)
	}
}

// join adds an edge unless it closes a circle.
func join(g estimation.Graph, source, target int) {
	for reached := []int{source}; len(reached) > 0; reached = reached[1:] {
		if reached[0] == target {
			return
		}
		reached = append(reached, g.Parents[reached[0]]...)
	}
	g.Parents[target] = append(g.Parents[target], source)
}

package paths

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
)

// bottlenecks returns the factors between the ends on every path of at most depth links: it tests
// which factors of one shortest path cannot be avoided. known is false if a search stopped early.
func (n *searchGraph) bottlenecks(from, to []int, depth int) (out []factor.Identity, known bool) {
	one, _ := n.shortestSimple(from, to, depth, 1)
	if len(one) == 0 {
		return nil, true
	}
	for _, s := range one[0].Steps[:one[0].Length()-1] {
		id := s.To()
		number := n.number[id]
		if slices.Contains(from, number) || slices.Contains(to, number) {
			continue
		}
		around, known := n.avoidable(from, to, depth, number)
		if !known {
			return nil, false
		}
		if !around {
			out = append(out, id)
		}
	}
	return out, true
}

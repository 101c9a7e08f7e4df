package paths

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
)

// bottlenecks returns the factors between the ends on every path of at most depth links: it tests
// which factors of one shortest path cannot be avoided.
func (n *searchGraph) bottlenecks(from, to []int, depth int) []factor.Identity {
	length := n.shortest(from, to, depth)
	if length == 0 {
		return nil
	}
	one, _ := n.simple(from, to, length, length, 1)
	if len(one) == 0 {
		return nil
	}
	var out []factor.Identity
	for _, s := range one[0].Steps[:length-1] {
		id := s.To()
		number := n.number[id]
		if slices.Contains(from, number) || slices.Contains(to, number) {
			continue
		}
		around := distances(n.out, from, number)
		if !slices.ContainsFunc(to, func(t int) bool { return around[t] <= depth }) {
			out = append(out, id)
		}
	}
	return out
}

package estimation

import "slices"

// OSet returns the adjustment set for the effect of x on y with the least asymptotic variance: the
// parents of the columns on a directed path from x to y, without those columns and their
// descendants (Henckel, Perkovic and Maathuis 2022). It is empty when y is not a descendant of x.
func OSet(g Graph, x, y int) []int {
	on := g.between(x, y)
	forbidden := g.forbidden(x, y)
	var set []int
	for v, is := range on {
		if !is {
			continue
		}
		for _, u := range g.Parents[v] {
			if !forbidden[u] && !slices.Contains(set, u) {
				set = append(set, u)
			}
		}
	}
	slices.Sort(set)
	return set
}

// Identify returns a set of recorded columns that identifies the effect of x on y by adjustment:
// the parents of x when all of them are recorded, else a small set that blocks every back-door
// path. It reports false when no such set exists.
func Identify(g Graph, recorded []bool, x, y int) (adjustment []int, ok bool) {
	if !slices.ContainsFunc(g.Parents[x], func(v int) bool { return !recorded[v] || v == y }) {
		return slices.Sorted(slices.Values(g.Parents[x])), true
	}
	// If any set works, all recorded and allowed ancestors of x and y do.
	up, forbidden := g.Ancestors([]int{x, y}, nil), g.forbidden(x, y)
	down := g.Descendants(x)
	for v := range g.Parents {
		if up[v] && recorded[v] && !forbidden[v] && !down[v] && v != y {
			adjustment = append(adjustment, v)
		}
	}
	if !g.blocks(adjustment, x, y) {
		return nil, false
	}
	for _, v := range slices.Clone(adjustment) {
		fewer := slices.DeleteFunc(slices.Clone(adjustment), func(u int) bool { return u == v })
		if g.blocks(fewer, x, y) {
			adjustment = fewer
		}
	}
	return adjustment, true
}

// blocks reports whether columns separate x from y in the graph without the edges out of x (the
// back-door criterion).
func (g Graph) blocks(adjustment []int, x, y int) bool {
	cut := Graph{Parents: make([][]int, len(g.Parents))}
	for v, parents := range g.Parents {
		for _, u := range parents {
			if u != x {
				cut.Parents[v] = append(cut.Parents[v], u)
			}
		}
	}
	return cut.Separated(x, y, adjustment)
}

package estimation

import "slices"

// ancestors marks columns and all that they depend on, following the parents of no column for
// which stop is true.
func (g Graph) ancestors(of []int, stop func(int) bool) []bool {
	seen := make([]bool, len(g.Parents))
	next := slices.Clone(of)
	for len(next) > 0 {
		v := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		if stop == nil || !stop(v) {
			next = append(next, g.Parents[v]...)
		}
	}
	return seen
}

// children returns the columns that depend directly on each.
func (g Graph) children() [][]int {
	c := make([][]int, len(g.Parents))
	for v, parents := range g.Parents {
		for _, u := range parents {
			c[u] = append(c[u], v)
		}
	}
	return c
}

// Descendants marks a column and all that depend on it.
func (g Graph) Descendants(of int) []bool {
	children := g.children()
	return Graph{Parents: children}.ancestors([]int{of}, nil)
}

// between marks the columns on directed ways from x to y, without x; none when y is no descendant.
func (g Graph) between(x, y int) []bool {
	from, to := g.Descendants(x), g.ancestors([]int{y}, func(v int) bool { return v == x })
	for v := range from {
		from[v] = from[v] && to[v] && v != x
	}
	return from
}

// OSet returns the adjustment set for the effect of x on y that has the least variance in the
// long run: the parents of what is on a way from x to y, less what is on one or depends on it
// (Henckel, Perkovic and Maathuis 2022). It is empty when y is no descendant of x.
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

// forbidden marks what must not be adjusted for: x, and what depends on anything on a way from
// x to y.
func (g Graph) forbidden(x, y int) []bool {
	var on []int
	for v, is := range g.between(x, y) {
		if is {
			on = append(on, v)
		}
	}
	down := Graph{Parents: g.children()}.ancestors(on, nil)
	down[x] = true
	return down
}

// Identify returns recorded columns to adjust for so that what goes along with x is what x does
// to y: the parents of x when all of them are recorded, else what else blocks every back door,
// made small. It reports false when no recorded columns do; an effect of x is then not
// identified by adjustment.
func Identify(g Graph, recorded []bool, x, y int) (adjustment []int, ok bool) {
	if !slices.ContainsFunc(g.Parents[x], func(v int) bool { return !recorded[v] || v == y }) {
		return slices.Sorted(slices.Values(g.Parents[x])), true
	}
	// When any set does, all ancestors of x and y do that are recorded and allowed.
	up, forbidden := g.ancestors([]int{x, y}, nil), g.forbidden(x, y)
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

// blocks reports whether columns separate x from y in the graph without the arrows that leave x
// (the back-door criterion), by the moral graph of their ancestors (Lauritzen and others 1990).
func (g Graph) blocks(adjustment []int, x, y int) bool {
	cut := Graph{Parents: make([][]int, len(g.Parents))}
	for v, parents := range g.Parents {
		for _, u := range parents {
			if u != x {
				cut.Parents[v] = append(cut.Parents[v], u)
			}
		}
	}
	near := cut.moral(cut.ancestors(append([]int{x, y}, adjustment...), nil))
	seen := make([]bool, len(g.Parents))
	for _, v := range adjustment {
		seen[v] = true
	}
	next := []int{x}
	for len(next) > 0 {
		v := next[len(next)-1]
		next = next[:len(next)-1]
		if v == y {
			return false
		}
		if seen[v] {
			continue
		}
		seen[v] = true
		next = append(next, near[v]...)
	}
	return true
}

// moral returns the neighbours of each column in the moral graph of some of them.
func (g Graph) moral(of []bool) [][]int {
	near := make([][]int, len(g.Parents))
	join := func(a, b int) {
		near[a], near[b] = append(near[a], b), append(near[b], a)
	}
	for v, parents := range g.Parents {
		if !of[v] {
			continue
		}
		for i, u := range parents {
			join(u, v)
			for _, w := range parents[:i] {
				join(u, w)
			}
		}
	}
	return near
}

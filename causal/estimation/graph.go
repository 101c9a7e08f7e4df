package estimation

import "slices"

// Ancestors marks columns and their ancestors. It does not follow the parents of columns for which
// stop is true.
func (g Graph) Ancestors(of []int, stop func(int) bool) []bool {
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

// children returns the children of each column.
func (g Graph) children() [][]int {
	c := make([][]int, len(g.Parents))
	for v, parents := range g.Parents {
		for _, u := range parents {
			c[u] = append(c[u], v)
		}
	}
	return c
}

// Descendants marks a column and its descendants.
func (g Graph) Descendants(of int) []bool {
	children := g.children()
	return Graph{Parents: children}.Ancestors([]int{of}, nil)
}

// between marks the columns on directed paths from x to y, without x; none when y is not a descendant.
func (g Graph) between(x, y int) []bool {
	from, to := g.Descendants(x), g.Ancestors([]int{y}, func(v int) bool { return v == x })
	for v := range from {
		from[v] = from[v] && to[v] && v != x
	}
	return from
}

// forbidden marks the columns that must not be adjusted for: x, and the descendants of the columns
// on a directed path from x to y.
func (g Graph) forbidden(x, y int) []bool {
	var on []int
	for v, is := range g.between(x, y) {
		if is {
			on = append(on, v)
		}
	}
	down := Graph{Parents: g.children()}.Ancestors(on, nil)
	down[x] = true
	return down
}

// Separated reports whether the known columns d-separate x from y: whether they cut every path
// between the two in the moral graph of the ancestors of all of them (Lauritzen and others 1990).
func (g Graph) Separated(x, y int, known []int) bool {
	near := g.moral(g.Ancestors(append([]int{x, y}, known...), nil))
	seen := make([]bool, len(g.Parents))
	for _, v := range known {
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

// moral returns the neighbors of each column in the moral graph of some columns.
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

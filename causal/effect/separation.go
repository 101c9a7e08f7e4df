package effect

// dSeparated reports whether the seen columns d-separate a column from the target once the actions
// are set: whether they cut every path between the two in the moral graph of the ancestors of all of
// them (Lauritzen and others 1990).
func (w *effectQuery) dSeparated(from int, seen []bool) bool {
	done := make([]bool, len(seen))
	for v := range done {
		_, set := w.do[v]
		done[v] = seen[v] || set
	}
	neighbors := w.moral(from, done)
	for next := []int{from}; len(next) > 0; {
		at := next[0]
		next = next[1:]
		if at == w.target {
			return false
		}
		if !done[at] {
			done[at] = true
			next = append(next, neighbors[at]...)
		}
	}
	return true
}

// moral returns the neighbors of each column in the moral graph of a column, the target, the known
// columns, and all that these depend on once the actions are set.
func (w *effectQuery) moral(from int, known []bool) [][]int {
	ends := []int{from, w.target}
	for v, is := range known {
		if is {
			ends = append(ends, v)
		}
	}
	neighbors := make([][]int, len(known))
	join := func(a, b int) { neighbors[a], neighbors[b] = append(neighbors[a], b), append(neighbors[b], a) }
	for v, is := range w.dependent(ends) {
		if !is {
			continue
		}
		for i, p := range w.causes(v) {
			join(p, v)
			for _, other := range w.causes(v)[:i] {
				join(p, other)
			}
		}
	}
	return neighbors
}

// causes are the parents of a column, none when it is set.
func (w *effectQuery) causes(column int) []int {
	if _, set := w.do[column]; set {
		return nil
	}
	return w.m.Graph.Parents[column]
}

// dependent marks columns and all that they depend on once the actions are set.
func (w *effectQuery) dependent(columns []int) []bool {
	out := make([]bool, len(w.m.Variables))
	for next := columns; len(next) > 0; {
		at := next[0]
		next = next[1:]
		if !out[at] {
			out[at] = true
			next = append(next, w.causes(at)...)
		}
	}
	return out
}

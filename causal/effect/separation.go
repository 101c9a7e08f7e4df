package effect

// dSeparated reports whether a column says nothing about the target when others are seen and
// the actions are set: whether these cut every way between the two in the moral graph of what
// all of them depend on (Lauritzen and others 1990).
func (w *effectQuery) dSeparated(from int, seen []bool) bool {
	done := make([]bool, len(seen))
	for v := range done {
		_, set := w.do[v]
		done[v] = seen[v] || set
	}
	near := w.moral(from, done)
	for next := []int{from}; len(next) > 0; {
		at := next[0]
		next = next[1:]
		if at == w.target {
			return false
		}
		if !done[at] {
			done[at] = true
			next = append(next, near[at]...)
		}
	}
	return true
}

// moral returns the neighbours of each column in the moral graph of a column, the target, what
// is known, and all that these depend on once the actions are set.
func (w *effectQuery) moral(from int, known []bool) [][]int {
	ends := []int{from, w.target}
	for v, is := range known {
		if is {
			ends = append(ends, v)
		}
	}
	near := make([][]int, len(known))
	join := func(a, b int) { near[a], near[b] = append(near[a], b), append(near[b], a) }
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
	return near
}

// causes are what a column depends on directly: nothing when it is set.
func (w *effectQuery) causes(column int) []int {
	if _, set := w.do[column]; set {
		return nil
	}
	return w.m.Graph.Parents[column]
}

// dependent are some columns and all that they depend on once the actions are set.
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

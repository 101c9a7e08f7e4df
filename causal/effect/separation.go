package effect

import "github.com/causeway-memory/causeway/causal/estimation"

// dSeparated reports whether the seen columns d-separate a column from the target once the actions
// are set.
func (w *effectQuery) dSeparated(from int, seen []bool) bool {
	cut := estimation.Graph{Parents: make([][]int, len(seen))}
	var known []int
	for v := range seen {
		cut.Parents[v] = w.causes(v)
		if _, set := w.do[v]; set || seen[v] {
			known = append(known, v)
		}
	}
	return cut.Separated(from, w.target, known)
}

// causes are the parents of a column, none when it is set.
func (w *effectQuery) causes(column int) []int {
	if w.isSet(column) {
		return nil
	}
	return w.m.Graph.Parents[column]
}

// dependent marks columns and all that they depend on once the actions are set.
func (w *effectQuery) dependent(columns []int) []bool {
	return w.m.Graph.Ancestors(columns, w.isSet)
}

// isSet reports whether a column is set.
func (w *effectQuery) isSet(column int) bool {
	_, set := w.do[column]
	return set
}

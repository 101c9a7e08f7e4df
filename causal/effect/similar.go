package effect

import (
	"cmp"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// similarRow is a row that made the choice, with how many states it shares of those that it has of the context.
type similarRow struct{ row, shared, compared int }

// similar finds the episodes that made the choice and share most of the context of the question,
// conditioned on or not. They are examples, not an estimate.
func (w *effectQuery) similar() []Similar {
	var best []similarRow
	shared, chose := w.sharedContext(), sharing(w.m, w.do)
	for row, id := range w.m.Episodes {
		if id == w.q.Episode || !chose(row) {
			continue
		}
		s := shared(row)
		at, _ := slices.BinarySearchFunc(best, s, moreAlike)
		if at == maxSimilar {
			continue
		}
		best = slices.Insert(best[:min(len(best), maxSimilar-1)], at, s)
	}
	var out []Similar
	for _, s := range best {
		one := Similar{Episode: w.m.Episodes[s.row], Shared: s.shared, Compared: s.compared}
		if cell := w.m.Sample.Columns[w.target].Of[s.row]; cell != estimation.Unknown {
			one.Reached = new(int(cell) == w.state)
		}
		out = append(out, one)
	}
	return out
}

// sharedContext returns a function that counts what a row shares of the context of the question, without the target and what is set.
func (w *effectQuery) sharedContext() func(row int) similarRow {
	context := map[int]int{}
	for _, id := range w.q.Context {
		if column, state, ok := w.m.Find(id); ok && column != w.target {
			if _, set := w.do[column]; !set {
				context[column] = state
			}
		}
	}
	var cells [][]int16
	var states []int
	for _, column := range slices.Sorted(maps.Keys(context)) {
		cells, states = append(cells, w.m.Sample.Columns[column].Of), append(states, context[column])
	}
	return func(row int) similarRow {
		s := similarRow{row: row}
		for i, of := range cells {
			if of[row] == estimation.Unknown {
				continue
			}
			s.compared++
			if int(of[row]) == states[i] {
				s.shared++
			}
		}
		return s
	}
}

// moreAlike orders by shared states, the most first, then by differing states, the fewest first, then by the id of the episode, as
// the rows are.
func moreAlike(a, b similarRow) int {
	return cmp.Or(cmp.Compare(b.shared, a.shared), cmp.Compare(a.compared, b.compared), cmp.Compare(a.row, b.row))
}

package effect

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// similar finds the episodes that made the choice and share most of the context of the question,
// conditioned on or not. They are examples, not an estimate.
func (w *effectQuery) similar() []Similar {
	var best []Similar
	shared, chose := w.sharedContext(), sharing(w.m, w.do)
	for row, id := range w.m.Episodes {
		if id == w.q.Episode || !chose(row) {
			continue
		}
		s := shared(row)
		if at, _ := slices.BinarySearchFunc(best, s, moreAlike); at < maxSimilar {
			best = slices.Insert(best[:min(len(best), maxSimilar-1)], at, s)
		}
	}
	for i, s := range best {
		if cell := w.m.Sample.Columns[w.target].Of[w.m.Row[s.Episode]]; cell != estimation.Unknown {
			best[i].Reached = new(int(cell) == w.state)
		}
	}
	return best
}

// sharedContext returns a function that counts what a row shares of the context of the question, without the target and what is set.
func (w *effectQuery) sharedContext() func(row int) Similar {
	context := map[int]int{}
	for _, id := range w.q.Context {
		column, state, ok := w.m.Find(id)
		if _, set := w.do[column]; ok && !set && column != w.target {
			context[column] = state
		}
	}
	cells, states := cellsOf(w.m, context)
	return func(row int) Similar {
		s := Similar{Episode: w.m.Episodes[row]}
		for i, of := range cells {
			if of[row] != estimation.Unknown {
				s.Compared++
			}
			if int(of[row]) == states[i] {
				s.Shared++
			}
		}
		return s
	}
}

// moreAlike orders by shared states, the most first, then by differing states, the fewest first.
func moreAlike(a, b Similar) int {
	return cmp.Or(cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.Compared, b.Compared), strings.Compare(a.Episode, b.Episode))
}

package effect

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// similar finds the episodes that made the choice and share most of the context of the question,
// conditioned on or not. They are examples, not an estimate.
func (w *effectQuery) similar() []Similar {
	context := map[int]int{}
	for _, id := range w.q.Context {
		if column, state, ok := w.m.Find(id); ok && column != w.target {
			if _, set := w.do[column]; !set {
				context[column] = state
			}
		}
	}
	var out []Similar
	chose := sharing(w.m, w.do)
	for row, id := range w.m.Episodes {
		if id == w.q.Episode || !chose(row) {
			continue
		}
		s := Similar{Episode: id}
		for column, state := range context {
			cell := w.m.Sample.Columns[column].Of[row]
			if cell == estimation.Unknown {
				continue
			}
			s.Compared++
			if int(cell) == state {
				s.Shared++
			}
		}
		if cell := w.m.Sample.Columns[w.target].Of[row]; cell != estimation.Unknown {
			reached := int(cell) == w.state
			s.Reached = &reached
		}
		out = append(out, s)
	}
	slices.SortFunc(out, moreAlike)
	return out[:min(len(out), maxSimilar)]
}

// moreAlike orders by shared states, the most first, then by differing states, the fewest first.
func moreAlike(a, b Similar) int {
	switch {
	case a.Shared != b.Shared:
		return b.Shared - a.Shared
	case a.Compared != b.Compared:
		return a.Compared - b.Compared
	default:
		return strings.Compare(a.Episode, b.Episode)
	}
}

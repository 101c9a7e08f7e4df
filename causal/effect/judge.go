package effect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
)

// judge decides whether the evidence suffices.
func (w *effectQuery) judge() {
	w.out.Tried = len(w.tried)
	if w.out.Status != "" {
		return
	}
	id := w.set[w.first]
	if reason := w.tooLittle(id); reason != "" {
		w.fail(model.StatusInsufficient, "%s", reason)
	}
	p := w.primary()
	if p == nil {
		w.fail(model.StatusInsufficient, "No episode tells all that an estimate needs.")
		return
	}
	if width := p.High - p.Low; width > MostWidth {
		w.fail(model.StatusInsufficient, "The interval is %s wide; above %s it says too little.", explain.Number(width), explain.Number(MostWidth))
	}
	w.fail(model.StatusOK, "")
}

// maxSimilar is the most similar episodes in an answer.
const maxSimilar = 10

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

// setWords names the actions.
func (w *effectQuery) setWords() string { return factor.Listed(w.out.Do, 60) }

// triedStates names the states of a variable with the number of episodes of each.
func (w *effectQuery) triedStates(of factor.Identity) string {
	column := w.m.Column[of.Variable]
	counts := make([]int, len(w.m.Variables[column].States))
	for _, state := range w.m.Sample.Columns[column].Of {
		if state != estimation.Unknown {
			counts[state]++
		}
	}
	var out []string
	for state, n := range counts {
		if n > 0 {
			out = append(out, fmt.Sprintf("%s in %s", factor.Quoted(w.m.Identity(column, state), 60), explain.EpisodesIn(n)))
		}
	}
	return explain.OrElse(strings.Join(out[:min(len(out), maxCandidates)], ", "), "none")
}

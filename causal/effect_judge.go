package causal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// judge decides whether the evidence suffices.
func (w *weighing) judge() {
	w.out.Tried = len(w.tried)
	if w.out.Status != "" {
		return
	}
	id := w.set[w.first]
	if reason := w.tooLittle(id); reason != "" {
		w.fail(EffectInsufficient, "%s", reason)
	}
	p := w.primary()
	if p == nil {
		w.fail(EffectInsufficient, "No episode tells all that an estimate needs.")
		return
	}
	if width := p.High - p.Low; width > MostWidth {
		w.fail(EffectInsufficient, "The interval is %s wide; above %s it says too little.", number(width), number(MostWidth))
	}
	w.fail(EffectOK, "")
}

// maxSimilar is how many similar episodes an answer names.
const maxSimilar = 10

// similar finds the episodes that made the choice and share most of the context that the
// question gave, whether it is held or not. They are evidence to look at and no estimate.
func (w *weighing) similar() {
	context := map[int]int{}
	for _, id := range w.q.context {
		if column, state, ok := w.m.find(id); ok && column != w.target {
			if _, set := w.do[column]; !set {
				context[column] = state
			}
		}
	}
	var out []Similar
	chose := w.m.sharing(w.do)
	for row, id := range w.m.episodes {
		if id == w.q.episode || !chose(row) {
			continue
		}
		s := Similar{Episode: id}
		for column, state := range context {
			told := w.m.sample.Columns[column].Of[row]
			if told == estimation.Unknown {
				continue
			}
			s.Compared++
			if int(told) == state {
				s.Shared++
			}
		}
		if told := w.m.sample.Columns[w.target].Of[row]; told != estimation.Unknown {
			reached := int(told) == w.state
			s.Reached = &reached
		}
		out = append(out, s)
	}
	slices.SortFunc(out, moreAlike)
	w.out.Similar = out[:min(len(out), maxSimilar)]
}

// moreAlike puts first what shares more, then what differs in less.
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

// setWords names what is set.
func (w *weighing) setWords() string { return listed(w.out.Do, 60) }

// triedStates names the other states of a variable with how many episodes had each.
func (w *weighing) triedStates(of Identity) string {
	column := w.m.column[of.Variable]
	counts := make([]int, len(w.m.variables[column].States))
	for _, state := range w.m.sample.Columns[column].Of {
		if state != estimation.Unknown {
			counts[state]++
		}
	}
	var out []string
	for state, n := range counts {
		if n > 0 {
			out = append(out, fmt.Sprintf("%s in %s", quoted(w.m.identity(column, state), 60), episodesIn(n)))
		}
	}
	return orElse(strings.Join(out[:min(len(out), maxCandidates)], ", "), "none")
}

// namesWords lists names of variables, a few of them.
func namesWords(names []string) string {
	const most = 8
	out := make([]string, 0, most)
	for _, name := range names[:min(len(names), most)] {
		out = append(out, strconv.Quote(shorten(oneLine(name), 40)))
	}
	words := strings.Join(out, ", ")
	if len(names) > most {
		words += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return words
}

// percentOf writes a share of 1; what is not all is never written as 100 %.
func percentOf(share float64) string {
	p := int(100*share + .5)
	if p == 100 && share < 1 {
		return "more than 99 %"
	}
	return strconv.Itoa(p) + " %"
}

package effect

import (
	"fmt"
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
	if w.out.OnlyTemporal && !w.q.Temporal {
		w.fail(model.StatusOnlyTemporal, "%s", onlyTemporalWords(w.setWords(), factor.Quoted(w.out.Target, 60)))
	}
	if w.out.Status == model.StatusOnlyTemporal {
		w.out.Model, w.out.Stratified, w.out.Contrast = nil, nil, nil
		return
	}
	clear := w.clear()
	if w.deciding != "" && !clear {
		w.fail(model.StatusNotIdentified, "%s", w.deciding)
		w.out.Model, w.out.Stratified, w.out.Contrast = nil, nil, nil
		return
	}
	if w.primary() == nil {
		w.fail(model.StatusInsufficient, "No episode tells all that an estimate needs.")
		return
	}
	width := w.width()
	if width > MostWidth && !clear {
		w.fail(model.StatusInsufficient, "As few episodes as it is worth give an interval that is %s wide; above %s it says too little.", explain.Number(width), explain.Number(MostWidth))
	}
	w.fail(model.StatusOK, "")
	if w.out.Status == model.StatusOK && (w.deciding != "" || width > MostWidth) {
		w.correctClear()
	}
}

// width is how wide the interval of an answer as precise is at the share of the target over all that chose
// anything. It does not depend on what those that made the choice came to: to answer where few of them
// reached the target by chance, because the interval is narrower there, would favor such chances.
func (w *effectQuery) width() float64 {
	q := w.question()
	q.Do = nil
	return estimation.Width(estimation.Observe(w.m.Sample, q).P, w.precision)
}

// maxCandidates is the most names that a list in words has.
const maxCandidates = 5

// maxSimilar is the most similar episodes in an answer.
const maxSimilar = 10

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

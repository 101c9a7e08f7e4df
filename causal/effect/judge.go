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
	if w.deciding != "" {
		w.fail(model.StatusNotIdentified, "%s", w.deciding)
		w.out.Model, w.out.Stratified, w.out.Contrast = nil, nil, nil
		return
	}
	p := w.primary()
	if p == nil {
		w.fail(model.StatusInsufficient, "No episode tells all that an estimate needs.")
		return
	}
	if width := p.High - p.Low; width > MostWidth && !w.clear() {
		w.fail(model.StatusInsufficient, "The interval is %s wide; above %s it says too little.", explain.Number(width), explain.Number(MostWidth))
	}
	w.fail(model.StatusOK, "")
}

// clearly is by how much an interval must be able to widen and still exclude 0, where it is wider than
// an answer may be: of many wide intervals some exclude it by chance.
const clearly = 1.5

// clear reports whether the interval of the difference clearly excludes 0.
func (w *effectQuery) clear() bool {
	c := w.out.Contrast
	if c == nil || c.Insufficient != "" {
		return false
	}
	d := c.Difference
	return d.Value > clearly*(d.Value-d.Low) || -d.Value > clearly*(d.High-d.Value)
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

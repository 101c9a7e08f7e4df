package effect

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
)

// littleOpen is the largest difference that the counts may leave open where few links say what a target
// depends on, for its effect to count as none.
const littleOpen = .15

// noPath says what is known about the effect when no directed path leads to the target: 0 only if
// the graph says so and the counts do. Otherwise the answer has the difference by the counts, and a
// status without a conclusion.
func (w *effectQuery) noPath() (model.Status, string) {
	columns := slices.Sorted(maps.Keys(w.do))
	status, reason := w.m.NoCausalPath(columns, w.target, w.setWords(), factor.Quoted(w.out.Target, 60))
	against, compared := w.against()
	if w.m.Status != "" || w.m.ComesBefore(w.target, columns) || !compared || against == w.set[w.first] {
		return status, reason
	}
	d, counted := w.counted(against)
	switch {
	case !counted || status != model.StatusNoCausalPath:
		return status, reason
	case math.Abs(d.Value) <= disagreeing*d.Error:
		w.out.Stratified, w.out.Contrast = nil, nil
		open := spanning(model.Interval{}, interval(d))
		if exact := w.m.WellTold(w.target) || max(open.High, -open.Low) <= littleOpen; exact && w.findDoubtful().directions() == 0 {
			return status, reason
		}
		w.open = open
		return status, fmt.Sprintf("No link leads from %s to %s, but few episodes tell what it depends on: the counts leave a difference to %s of %s open.",
			w.setWords(), factor.Quoted(w.out.Target, 60), factor.Quoted(against, 60), w.open.Signed())
	}
	return model.StatusInsufficient, fmt.Sprintf("No link leads from %s to %s, but the counts disagree: the difference to %s is %s. A link may be missing, or a cause of both.",
		w.setWords(), factor.Quoted(w.out.Target, 60), factor.Quoted(against, 60), interval(d).Signed())
}

// counted compares the actions with another state by the counts alone, adjusted for what decides about
// them. It is false when that is not recorded.
func (w *effectQuery) counted(against factor.Identity) (estimation.Interval, bool) {
	var adjustment []int
	recorded := w.m.Recorded()
	for column := range w.do {
		some, ok := w.block(column, recorded)
		if !ok || w.unrecordedCause(column) {
			return estimation.Interval{}, false
		}
		adjustment = append(adjustment, some...)
	}
	held := w.strata(w.m.Sample, w.withState(against), adjustment)
	do, baseline := held.Do, held.Against
	other := estimate(w.m, baseline.Estimate, rowsOf(baseline))
	w.out.Stratified = estimate(w.m, do.Estimate, rowsOf(do))
	if w.out.Stratified == nil || other == nil || do.Chosen == 0 || baseline.Chosen == 0 {
		w.out.Stratified = nil
		return estimation.Interval{}, false
	}
	d := do.Minus(baseline)
	w.out.Contrast = &Contrast{Against: against, Baseline: *other, Difference: interval(d)}
	w.out.Contrast.Ratio = ratio(w.out.Stratified.Interval, other.Interval)
	w.out.Contrast.derive()
	return d, true
}

// rowsOf are the rows of all strata.
func rowsOf(s estimation.Stratified) []int {
	var rows []int
	for _, t := range s.Strata {
		rows = append(rows, t.Rows...)
	}
	return rows
}

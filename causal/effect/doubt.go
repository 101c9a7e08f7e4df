package effect

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// uncertain is a variable of which it is not known whether it is to be held fixed: it may come after an
// action, or it may not be known where it is not told.
type uncertain struct {
	name string
	// column is its place in the sample with the columns of what is told only when it occurs.
	column int
	untold bool
	// pooled says that it is told in other words each time.
	pooled bool
}

// mostTogether is the most variables in doubt of which every combination is tried. Of more, each alone
// and all together are.
const mostTogether = 5

// compareDoubts compares the answer with the strata that also hold fixed what may come before the
// actions or after them, and what may not have happened where it is not told. The intervals span all, and
// whatever the change may be: chance that makes it look small makes the answers wrong in the same way.
// Where it is not shown that it matters little, the doubt decides the answer.
func (w *effectQuery) compareDoubts(against factor.Identity) {
	c := w.out.Contrast
	doubts, sample := w.doubts()
	if c == nil || c.Against == w.set[w.first] || len(doubts) == 0 || !w.adjusted {
		return
	}
	w.inDoubt = doubts
	without, other := c.Difference, w.withState(against)
	plain := w.strata(sample, other, slices.Clone(w.adjustment))
	for _, some := range combinations(doubts) {
		adjustment := slices.Clone(w.adjustment)
		for _, one := range some {
			adjustment = append(adjustment, one.column)
		}
		held := w.strata(sample, other, adjustment)
		with, change := interval(held.Do.Minus(held.Against)), interval(estimation.Change(sample, w.question(), plain, held))
		if w.deciding == "" && !little(change, without) {
			w.deciding = w.decidingWords(some, with, without)
		}
		with = spanning(with, moved(without, change))
		w.differences = append(w.differences, with)
		c.Difference = spanning(c.Difference, with)
		c.Baseline.Interval = spanning(c.Baseline.Interval, levelOf(held.Against))
		w.primary().Interval = spanning(w.primary().Interval, levelOf(held.Do))
	}
	c.derive()
}

// little reports whether a change is surely less than half the width of the interval that it changes: a
// change that may be larger, and is not seen for lack of episodes, is none of no matter.
func little(change, of model.Interval) bool {
	return max(change.High, -change.Low) <= (of.High-of.Low)/2
}

// moved is an interval after a change of which the size is not known exactly.
func moved(i, change model.Interval) model.Interval {
	return model.Interval{Value: i.Value + change.Value, Low: max(-1, i.Low+change.Low), High: min(1, i.High+change.High)}
}

// doubts are the variables in doubt, and the sample with their columns.
func (w *effectQuery) doubts() ([]uncertain, estimation.Sample) {
	var out []uncertain
	for _, name := range w.m.Unordered {
		out = append(out, uncertain{name: name, column: w.m.Column[name]})
	}
	sample := w.m.Sample
	sample.Columns = slices.Clip(sample.Columns)
	for _, u := range w.m.Untold {
		out = append(out, uncertain{u.Name, len(sample.Columns), true, u.Pooled})
		sample.Columns = append(sample.Columns, u.Column)
	}
	return out, sample
}

// combinations are the sets of doubts to compare, the smallest first.
func combinations(doubts []uncertain) [][]uncertain {
	var out [][]uncertain
	if len(doubts) > mostTogether {
		for i := range doubts {
			out = append(out, doubts[i:i+1])
		}
		return append(out, doubts)
	}
	for set := 1; set < 1<<len(doubts); set++ {
		var some []uncertain
		for i, one := range doubts {
			if set&(1<<i) != 0 {
				some = append(some, one)
			}
		}
		out = append(out, some)
	}
	slices.SortStableFunc(out, func(a, b []uncertain) int { return len(a) - len(b) })
	return out
}

// decidingWords say what is in doubt, what follows either way, and what would help.
func (w *effectQuery) decidingWords(some []uncertain, with, without model.Interval) string {
	untold, unordered := namesOf(some)
	switch {
	case len(unordered) == 0:
		return fmt.Sprintf("%s told only when it occurs, and that decides: the difference is %s if it did not happen where it is not told, and %s if that is unknown. %s",
			isAre(untold), with.Signed(), without.Signed(), w.remedyWords(some))
	case len(untold) == 0:
		return fmt.Sprintf("Nobody tells whether %s comes before %s or after, and that decides: the difference is %s if after, and %s if before.",
			text.Shorten(explain.NamesWords(unordered), 120), w.setWords(), without.Signed(), with.Signed())
	default:
		return fmt.Sprintf("Nobody tells whether %s comes before %s or after, %s told only when it occurs, and that decides: the difference is %s or %s.",
			text.Shorten(explain.NamesWords(unordered), 120), w.setWords(), isAre(untold), without.Signed(), with.Signed())
	}
}

// remedyWords say how to make known what is told only when it occurs. Events that differ in what they refer
// to are variables of their own, so that there is nothing to declare.
func (w *effectQuery) remedyWords(some []uncertain) string {
	if slices.ContainsFunc(some, func(one uncertain) bool { return one.pooled }) {
		return "Record it as variable=state in every episode, or give such events one factor and declare that closed."
	}
	untold, _ := namesOf(some)
	return fmt.Sprintf("Declare it: %s.", curate.CloseCommand(w.q.Project, untold))
}

// closeWords say how to declare an event that is told only when it occurs; empty for anything else.
func (w *effectQuery) closeWords(variable string) string {
	column, known := w.m.Column[variable]
	if !known || !w.m.Variables[column].Constant || w.m.Variables[column].Kind != factor.KindEvent {
		return ""
	}
	return fmt.Sprintf(" If it did not happen where it is not told, declare it: %s.", curate.CloseCommand(w.q.Project, []string{variable}))
}

func namesOf(some []uncertain) (untold, unordered []string) {
	for _, one := range some {
		if one.untold {
			untold = append(untold, one.name)
		} else {
			unordered = append(unordered, one.name)
		}
	}
	return untold, unordered
}

// isAre names variables with "is" or "are".
func isAre(names []string) string {
	words := text.Shorten(explain.NamesWords(names), 120)
	if len(names) == 1 {
		return words + " is"
	}
	return words + " are each"
}

// strata holds an adjustment fixed, which it sorts, for the actions and for another state of them.
func (w *effectQuery) strata(s estimation.Sample, other *effectQuery, adjustment []int) estimation.Comparison {
	slices.Sort(adjustment)
	adjustment = slices.Compact(adjustment)
	return estimation.Comparison{Do: estimation.Stratify(s, w.question(), adjustment), Against: estimation.Stratify(s, other.question(), adjustment)}
}

func levelOf(s estimation.Stratified) model.Interval {
	return model.Interval{Value: s.P, Low: s.Low, High: s.High}
}

// spanning is an interval as wide as to hold another one too.
func spanning(i, other model.Interval) model.Interval {
	return model.Interval{Value: i.Value, Low: min(i.Low, other.Low), High: max(i.High, other.High)}
}

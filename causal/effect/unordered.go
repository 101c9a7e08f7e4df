package effect

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// compareOrders compares the answer with the strata that also hold fixed what may come before the
// actions or after them. Where they agree, the intervals span both; where they do not, the order
// decides the answer.
func (w *effectQuery) compareOrders(against factor.Identity) {
	c := w.out.Contrast
	if c == nil || c.Against == w.set[w.first] || len(w.m.Unordered) == 0 || !w.adjusted {
		return
	}
	without, other := c.Difference, w.withState(against)
	for _, names := range w.unordered() {
		adjustment := slices.Clone(w.adjustment)
		for _, name := range names {
			adjustment = append(adjustment, w.m.Column[name])
		}
		do, baseline := w.strata(other, adjustment)
		with := interval(do.Minus(baseline))
		if !within(with, without.Value) || !within(without, with.Value) {
			w.deciding = fmt.Sprintf("Nobody tells whether %s comes before %s or after, and that decides: the difference is %s if after, and %s if before.",
				text.Shorten(explain.NamesWords(names), 120), w.setWords(), without.Signed(), with.Signed())
			return
		}
		c.Difference = spanning(c.Difference, with)
		c.Baseline.Interval = spanning(c.Baseline.Interval, levelOf(baseline))
		w.primary().Interval = spanning(w.primary().Interval, levelOf(do))
	}
	c.derive()
}

// strata holds an adjustment fixed, which it sorts, for the actions and for another state of them.
func (w *effectQuery) strata(other *effectQuery, adjustment []int) (do, baseline estimation.Stratified) {
	slices.Sort(adjustment)
	adjustment = slices.Compact(adjustment)
	return estimation.Stratify(w.m.Sample, w.question(), adjustment), estimation.Stratify(w.m.Sample, other.question(), adjustment)
}

// unordered are the variables of unknown order, each alone and then all together.
func (w *effectQuery) unordered() [][]string {
	var out [][]string
	for _, name := range w.m.Unordered {
		out = append(out, []string{name})
	}
	if len(out) > 1 {
		out = append(out, w.m.Unordered)
	}
	return out
}

func within(i model.Interval, value float64) bool { return i.Low <= value && value <= i.High }

func levelOf(s estimation.Stratified) model.Interval {
	return model.Interval{Value: s.P, Low: s.Low, High: s.High}
}

// spanning is an interval as wide as to hold another one too.
func spanning(i, other model.Interval) model.Interval {
	return model.Interval{Value: i.Value, Low: min(i.Low, other.Low), High: max(i.High, other.High)}
}

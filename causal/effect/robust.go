package effect

import (
	"fmt"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
)

// widening is the amount to add on both sides of the intervals of an answer.
type widening struct{ model, strata, difference float64 }

// The widenings are measured, see docs/robustness.md. With them, intervals cover the exact value at
// their nominal rate when 20 % of the links are wrong, and when episodes also lack the target.
func wrongLinks() widening { return widening{model: .034, strata: .021, difference: .102} }

func missingTargets() widening { return widening{model: .022, strata: .048} }

// manyMissing is the share of episodes without a known target from which on it widens too.
const manyMissing = .1

func (a widening) plus(b widening) widening {
	return widening{a.model + b.model, a.strata + b.strata, a.difference + b.difference}
}

// widen widens the intervals by what wrong links cost them in the study, when it is asked to or when
// the direction of links that bear on the answer is in doubt, and returns a note that says so. The status stays, since it is about the episodes.
func (w *effectQuery) widen() (note string) {
	if !w.q.Widen && w.doubtful.directions() == 0 {
		return ""
	}
	by := wrongLinks()
	words := "when 20 % of the links are wrong"
	if !w.q.Widen {
		words += " (asked for by links of doubtful direction, on which it rests)"
	}
	if unknown := 1 - curate.Share(w.m.Sample.Complete([]int{w.target}), len(w.m.Episodes)); unknown >= manyMissing {
		by = by.plus(missingTargets())
		words += " and many episodes do not tell the target"
	}
	w.out.Widened = true
	w.out.Model = w.out.Model.widened(by.model)
	w.out.Stratified = w.out.Stratified.widened(by.strata)
	note = fmt.Sprintf("Intervals are widened by what they lacked in the study of robustness %s: %s on both sides, differences %s.",
		words, explain.Number(by.model), explain.Number(by.difference))
	if w.out.Status == model.StatusNoCausalPath {
		note += " There, with 10 % of the links missing 15 % of the true causes had no way to the target, and with 20 % missing 33 %."
	}
	if c := w.out.Contrast; c != nil && w.out.Status != model.StatusNoCausalPath && c.Against != w.set[w.first] {
		c.widen(w.out.Model != nil, by)
	}
	return note
}

// widened is a copy of an estimate, wider on both sides within [0, 1].
func (e *Estimate) widened(by float64) *Estimate {
	if e == nil {
		return nil
	}
	out := *e
	out.Low, out.High = max(0, e.Low-by), min(1, e.High+by)
	return &out
}

// widen widens a comparison, and its ratio by what that means at the baseline.
func (c *Contrast) widen(modelled bool, by widening) {
	base := by.model
	if !modelled {
		base = by.strata
	}
	c.Baseline = *c.Baseline.widened(base)
	c.Difference.Low, c.Difference.High = max(-1, c.Difference.Low-by.difference), min(1, c.Difference.High+by.difference)
	if t := c.Treated; t != nil {
		c.Treated = &model.Interval{Value: t.Value, Low: max(-1, t.Low-by.difference), High: min(1, t.High+by.difference)}
	}
	c.includeDifference()
}

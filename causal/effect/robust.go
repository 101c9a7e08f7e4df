package effect

import (
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
)

// widening is what is added to both sides of the intervals of an answer.
type widening struct{ model, strata, difference float64 }

// The widenings are measured: docs/robustness.md has the study. With as much added, intervals
// hold the exact value as often as they promise when 20 % of the links are wrong; and when, beside
// that, episodes do not tell the target.
func wrongLinks() widening { return widening{model: .043, strata: .019, difference: .107} }

func missingTargets() widening { return widening{model: .023, strata: .047, difference: .007} }

// manyMissing is the share of the episodes that do not tell the target from which on that is
// counted in.
const manyMissing = .1

func (a widening) plus(b widening) widening {
	return widening{a.model + b.model, a.strata + b.strata, a.difference + b.difference}
}

// widen widens the intervals by what wrong links did to them in the study, and says so. The
// status is what it was before: it speaks of the episodes.
func (w *effectQuery) widen() {
	if !w.q.Widen {
		return
	}
	by := wrongLinks()
	words := "when 20 % of the links are wrong"
	if untold := 1 - curate.Share(len(w.rows()), len(w.m.Episodes)); untold >= manyMissing {
		by = by.plus(missingTargets())
		words += " and many episodes do not tell the target"
	}
	w.out.Widened = true
	w.out.Model = w.out.Model.widened(by.model)
	w.out.Stratified = w.out.Stratified.widened(by.strata)
	w.wide = fmt.Sprintf("Intervals are widened by what they lacked in the study of robustness %s: %s on both sides, differences %s.",
		words, explain.Number(by.model), explain.Number(by.difference))
	if w.out.Status == model.StatusNoCausalPath {
		w.wide += " There, with 10 % of the links missing 15 % of the true causes had no way to the target, and with 20 % missing 33 %."
	}
	if c := w.out.Contrast; c != nil && w.out.Status != model.StatusNoCausalPath && c.Against != w.set[w.first] {
		c.widen(w.out.Model != nil, by)
	}
}

// widened is a copy of an estimate with as much on both sides, within what is possible.
func (e *Estimate) widened(by float64) *Estimate {
	if e == nil {
		return nil
	}
	out := *e
	out.Low, out.High = max(0, e.Low-by), min(1, e.High+by)
	return &out
}

// widen widens a comparison, and the ratio by what that means at the baseline.
func (c *Contrast) widen(modelled bool, by widening) {
	base := by.model
	if !modelled {
		base = by.strata
	}
	c.Baseline = *c.Baseline.widened(base)
	c.Difference.Low, c.Difference.High = max(-1, c.Difference.Low-by.difference), min(1, c.Difference.High+by.difference)
	if c.Ratio != nil && c.Baseline.Value > 0 {
		ratio := *c.Ratio
		ratio.Low = math.Min(ratio.Low, max(0, 1+c.Difference.Low/c.Baseline.Value))
		ratio.High = math.Max(ratio.High, 1+c.Difference.High/c.Baseline.Value)
		c.Ratio = &ratio
	}
	c.follow()
}

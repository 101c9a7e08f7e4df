package effect

import (
	"fmt"
	"maps"
	"math"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
)

// against is the state to compare the first action with: the one asked for, else the most frequent
// other one.
func (w *effectQuery) against() (factor.Identity, bool) {
	if w.q.Against != nil {
		return w.q.Against.Identity, true
	}
	counts := make([]int, len(w.m.Variables[w.first].States))
	for _, state := range w.m.Sample.Columns[w.first].Of {
		if state != estimation.Unknown {
			counts[state]++
		}
	}
	best := -1
	for state, n := range counts {
		if state != w.do[w.first] && n > 0 && (best < 0 || n > counts[best]) {
			best = state
		}
	}
	if best < 0 {
		return factor.Identity{}, false
	}
	return w.m.Identity(w.first, best), true
}

// contrast compares the actions with another state of the first one, by the g-formula if possible,
// else by back-door adjustment. modelled is the comparison by the g-formula, nil without one.
func (w *effectQuery) contrast(against factor.Identity, modelled *estimation.Contrast, stratified estimation.Stratified) {
	if against == w.set[w.first] {
		w.same(against)
		return
	}
	other := w.withState(against)
	baseline := other.stratify()
	c := &Contrast{Against: against}
	if modelled != nil && modelled.Against.N > 0 && other.out.Stratified != nil && w.out.Stratified != nil {
		d := stratified.Minus(baseline)
		w.out.Disagree = math.Abs(modelled.Difference.Value-d.Value) > disagreeing*max(modelled.Difference.Error, d.Error)
	}
	switch {
	case modelled != nil && modelled.Against.N > 0:
		c.Baseline = *other.modelled(modelled.Against)
		c.Difference, c.Ratio = interval(modelled.Difference), nil
		if modelled.Ratio != nil {
			c.Ratio = new(interval(*modelled.Ratio))
		}
	case modelled == nil && w.out.Stratified != nil && other.out.Stratified != nil:
		c.Baseline = *other.out.Stratified
		d := stratified.Minus(baseline)
		c.Difference, c.Ratio = interval(d), ratio(w.out.Stratified.Interval, c.Baseline.Interval)
	default:
		return
	}
	c.derive()
	c.Insufficient = other.tooLittle(against)
	if w.out.Stratified != nil && other.out.Stratified != nil {
		c.Treated = w.onTreated(stratified, baseline)
	}
	w.out.Contrast = c
}

// onTreated is the average effect on the treated, identified by the same adjustment set; nil when it
// cannot be told.
func (w *effectQuery) onTreated(do, baseline estimation.Stratified) *model.Interval {
	d, overlap := do.OnTreated(baseline)
	if do.Chosen < LeastChosen || overlap < LeastOverlap || len(w.m.Unordered)+len(w.m.Untold) > 0 {
		return nil
	}
	return new(interval(d))
}

// withState is the same question with another state of the first action.
func (w *effectQuery) withState(state factor.Identity) *effectQuery {
	other := *w
	other.out, other.do = &Effect{}, maps.Clone(w.do)
	other.do[w.first] = w.stateOf(w.first, state)
	other.findTried()
	return &other
}

func interval(i estimation.Interval) model.Interval {
	return model.Interval{Value: i.Value, Low: i.Low, High: i.High}
}

// same is the comparison of a state with itself.
func (w *effectQuery) same(state factor.Identity) {
	if w.primary() == nil {
		return
	}
	w.out.Contrast = &Contrast{Against: state, Baseline: *w.primary()}
	if w.primary().Value > 0 {
		w.out.Contrast.Ratio = &model.Interval{Value: 1, Low: 1, High: 1}
	}
}

// primary is the estimate that the answer uses; nil when there is none.
func (w *effectQuery) primary() *Estimate {
	if w.out.Model != nil {
		return w.out.Model
	}
	return w.out.Stratified
}

// tooLittle says why the evidence for a state does not suffice; empty when it does.
func (w *effectQuery) tooLittle(state factor.Identity) string {
	switch {
	case len(w.tried) < LeastChosen:
		return fmt.Sprintf("Only %s chose %s; at least %d are needed.", explain.EpisodesIn(len(w.tried)), factor.Quoted(state, 60), LeastChosen)
	case len(w.given) > 0 && len(w.fitting) < LeastInStratum:
		return fmt.Sprintf("Only %s of the context chose %s; at least %d are needed.",
			explain.EpisodesIn(len(w.fitting)), factor.Quoted(state, 60), LeastInStratum)
	case w.blocking != nil && w.out.Overlap < LeastOverlap:
		return fmt.Sprintf("%s was chosen at least %d times only in strata with %s of the episodes; %s are needed.",
			factor.Quoted(state, 60), LeastInStratum, explain.PercentOf(w.out.Overlap), explain.PercentOf(LeastOverlap))
	default:
		return ""
	}
}

// derive computes the figures that follow from the difference and the ratio.
func (c *Contrast) derive() {
	if c.Difference.Value != 0 {
		c.Needed = new(1 / math.Abs(c.Difference.Value))
	}
	if c.Ratio == nil {
		return
	}
	low := 1.0
	switch {
	case c.Ratio.Low > 1:
		low = estimation.EValue(c.Ratio.Low)
	case c.Ratio.High < 1:
		low = estimation.EValue(c.Ratio.High)
	}
	c.EValue, c.EValueLow = finite(estimation.EValue(c.Ratio.Value)), finite(low)
}

// finite is a number, nil when it is NaN or infinite.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

// ratio is the ratio of two probabilities. Its interval combines both intervals on the logarithmic
// scale (Zou and Donner 2008). It is nil when either interval includes 0.
func ratio(a, b model.Interval) *model.Interval {
	if a.Value <= 0 || b.Value <= 0 || a.Low <= 0 || b.Low <= 0 {
		return nil
	}
	value := a.Value / b.Value
	down := math.Hypot(math.Log(a.Value/a.Low), math.Log(b.High/b.Value))
	up := math.Hypot(math.Log(a.High/a.Value), math.Log(b.Value/b.Low))
	return &model.Interval{Value: value, Low: value * math.Exp(-down), High: value * math.Exp(up)}
}

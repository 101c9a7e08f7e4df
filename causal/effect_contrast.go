package causal

import (
	"fmt"
	"maps"
	"math"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// against is the state that the first action is compared with: the one asked for, else the
// most frequent other one.
func (w *weighing) against() (Identity, bool) {
	if w.q.against != nil {
		return w.q.against.Identity, true
	}
	counts := make([]int, len(w.m.variables[w.first].States))
	for _, state := range w.m.sample.Columns[w.first].Of {
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
		return Identity{}, false
	}
	return w.m.identity(w.first, best), true
}

// contrast compares what is set with another state of the first action, by the better of the
// estimators that there are.
func (w *weighing) contrast(modelled estimation.Estimate, stratified estimation.Stratified) error {
	against, ok := w.against()
	if !ok || w.out.Model == nil && w.out.Stratified == nil {
		return nil
	}
	if against == w.set[w.first] {
		w.same(against)
		return nil
	}
	other := *w
	other.out, other.do = &Effect{}, maps.Clone(w.do)
	other.do[w.first] = w.stateOf(w.first, against)
	if other.do[w.first] >= len(w.m.variables[w.first].States) {
		return nil
	}
	other.tried = other.rows(other.do)
	baseline := other.stratify()
	c := &Contrast{Against: against}
	switch {
	case w.out.Model != nil:
		e, err := other.formula(other.do)
		if err != nil {
			return err
		}
		c.Baseline = *w.m.estimate(e, w.resting())
		c.Difference = apart(modelled, e)
	case other.out.Stratified != nil:
		c.Baseline = *other.out.Stratified
		d := stratified.Minus(baseline)
		c.Difference = Interval{d.Value, d.Low, d.High}
	default:
		return nil
	}
	c.compare(w.primary().Interval)
	c.Insufficient = other.tooLittle(against)
	w.out.Contrast = c
	return nil
}

// same is the comparison of a state with itself.
func (w *weighing) same(state Identity) {
	w.out.Contrast = &Contrast{Against: state, Baseline: *w.primary()}
	if w.primary().Value > 0 {
		w.out.Contrast.Ratio = &Interval{1, 1, 1}
	}
}

// primary is the estimate that the answer goes by; nil when there is none.
func (w *weighing) primary() *Estimate {
	if w.out.Model != nil {
		return w.out.Model
	}
	return w.out.Stratified
}

// tooLittle says why the estimate for a state is no conclusion; empty when it is one.
func (w *weighing) tooLittle(state Identity) string {
	switch {
	case len(w.tried) < LeastChosen:
		return fmt.Sprintf("Only %s chose %s; at least %d are needed.", episodesIn(len(w.tried)), quoted(state, 60), LeastChosen)
	case w.adjusted && w.out.Overlap < LeastOverlap:
		return fmt.Sprintf("%s was chosen at least %d times only in strata with %s of the episodes; %s are needed.",
			quoted(state, 60), LeastInStratum, percentOf(w.out.Overlap), percentOf(LeastOverlap))
	default:
		return ""
	}
}

// apart is the difference of two probabilities, its interval from those of both: each is as
// far off as its own interval says (Newcombe 1998; Zou and Donner 2008).
func apart(a, b estimation.Estimate) Interval {
	d := a.P - b.P
	return Interval{
		Value: d,
		Low:   max(-1, d-math.Hypot(a.P-a.Low, b.High-b.P)),
		High:  min(1, d+math.Hypot(a.High-a.P, b.P-b.Low)),
	}
}

// compare fills what follows from two probabilities and their difference.
func (c *Contrast) compare(of Interval) {
	if c.Difference.Value != 0 {
		needed := 1 / math.Abs(c.Difference.Value)
		c.Needed = &needed
	}
	base := c.Baseline.Interval
	if base.Value <= 0 {
		return
	}
	c.Ratio = ratio(of, base)
	e := estimation.EValue(c.Ratio.Value)
	low := 1.0
	switch {
	case c.Ratio.Low > 1:
		low = estimation.EValue(c.Ratio.Low)
	case c.Ratio.High < 1:
		low = estimation.EValue(c.Ratio.High)
	}
	if !math.IsInf(e, 0) {
		c.EValue = &e
	}
	if !math.IsInf(low, 0) {
		c.EValueLow = &low
	}
}

// ratio is the ratio of two probabilities, its interval from those of both on the scale of the
// logarithm (Zou and Donner 2008). Where one of them may be 0 it is open.
func ratio(a, b Interval) *Interval {
	out := Interval{Value: a.Value / b.Value, High: math.MaxFloat64}
	if a.Value == 0 {
		if b.Low > 0 {
			out.High = a.High / b.Low
		}
		return &out
	}
	down, up := math.Log(a.Value/a.Low), math.Log(a.High/a.Value)
	baseDown, baseUp := math.Log(b.Value/b.Low), math.Log(b.High/b.Value)
	out.Low = out.Value * math.Exp(-math.Hypot(down, baseUp))
	if high := out.Value * math.Exp(math.Hypot(up, baseDown)); !math.IsInf(high, 0) && !math.IsNaN(high) {
		out.High = high
	}
	return &out
}

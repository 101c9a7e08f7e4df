package effect

import (
	"math"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/model"
)

// clear reports whether the interval of the difference excludes 0.
func (w *effectQuery) clear() bool {
	c := w.out.Contrast
	return c != nil && c.Insufficient == "" && c.Difference.Surely() > 0
}

// correctClear corrects the intervals of an answer that is given only because its difference excludes 0:
// of many differences about nothing some do so by chance, and each of those would be wrong. The
// probabilities move as far as their difference.
func (w *effectQuery) correctClear() {
	c := w.out.Contrast
	by := 0.0
	for _, d := range append(w.differences, c.Difference) {
		by = min(by, estimation.GivenClear(math.Abs(d.Value), d.Surely())-c.Difference.Surely())
	}
	by *= math.Copysign(1, c.Difference.Value)
	w.onlyClear = true
	w.primary().Interval = stretched(w.primary().Interval, by)
	c.Baseline.Interval = stretched(c.Baseline.Interval, -by)
	c.stretch(by)
}

// stretch moves an end of the differences, the upper one up or the lower one down.
func (c *Contrast) stretch(by float64) {
	c.Difference = stretchedWithin(c.Difference, by, -1)
	if c.Treated != nil {
		c.Treated = new(stretchedWithin(*c.Treated, by, -1))
	}
	c.includeDifference()
}

// includeDifference makes the ratio as wide as the difference is at the baseline.
func (c *Contrast) includeDifference() {
	if c.Ratio != nil && c.Baseline.Value > 0 {
		low, high := max(0, 1+c.Difference.Low/c.Baseline.Value), 1+c.Difference.High/c.Baseline.Value
		c.Ratio = &model.Interval{Value: c.Ratio.Value, Low: min(c.Ratio.Low, low), High: max(c.Ratio.High, high)}
	}
	c.derive()
}

// stretched moves the upper end of the interval of a probability up, or the lower one down.
func stretched(i model.Interval, by float64) model.Interval { return stretchedWithin(i, by, 0) }

func stretchedWithin(i model.Interval, by, least float64) model.Interval {
	return model.Interval{Value: i.Value, Low: max(least, i.Low+min(by, 0)), High: min(1, i.High+max(by, 0))}
}

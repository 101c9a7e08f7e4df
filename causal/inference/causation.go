package inference

// Causation holds the inputs of the bounds on the probabilities of causation of a binary cause x and
// effect y. z is the state that x is compared with; the cause may have further states.
type Causation struct {
	// YX and YZ are P(y | do(x)) and P(y | do(z)).
	YX, YZ float64
	// XY, XNotY, ZY and ZNotY are P(x, y), P(x, not y), P(z, y) and P(z, not y).
	XY, XNotY, ZY, ZNotY float64
}

// Range is an interval of probabilities.
type Range struct{ Low, High float64 }

// Bounds are bounds on the probabilities of causation.
type Bounds struct {
	// PN is the probability of necessity: given x and y, that y would not have happened under z. PS is
	// the probability of sufficiency: given z and not y, that y would have happened under x. PNS is
	// the probability of both.
	PN, PS, PNS Range
	// Consistent is false when the inputs contradict each other; the bounds are then clipped to
	// probabilities, and a lower bound can exceed the upper one.
	Consistent bool
}

// slack is how far rounded inputs may be from consistency.
const slack = 1e-9

// Bounds returns the bounds of Tian and Pearl (2000). For cases in states other than x and z it is
// unknown what x and z would have led to, so their share widens the bounds.
func (c Causation) Bounds() Bounds {
	other := max(0, 1-c.XY-c.XNotY-c.ZY-c.ZNotY)
	b := Bounds{Consistent: c.consistent()}
	// y would not happen under z in (1 - YZ) of the cases. Of these, x and y are those that are
	// neither z and not y, nor x and not y, nor in other states.
	b.PN = share(1-c.YZ-c.ZNotY-c.XNotY-other, 1-c.YZ-c.ZNotY, c.XY)
	b.PS = share(c.YX-c.XY-c.ZY-other, c.YX-c.XY, c.ZNotY)
	b.PNS = Range{
		Low: clip(max(c.YX-c.YZ, c.XY+c.ZY-c.YZ, c.YX-c.XY-c.ZY-other)),
		High: clip(min(c.YX, 1-c.YZ, c.XY+c.ZNotY+other,
			c.YX-c.YZ+c.XNotY+c.ZY+other)),
	}
	return b
}

// consistent reports whether the interventional and the observed inputs fit one population: whoever is
// observed with x and y has y under x.
func (c Causation) consistent() bool {
	within := func(p, low, high float64) bool { return p >= low-slack && p <= high+slack }
	for _, p := range []float64{c.YX, c.YZ, c.XY, c.XNotY, c.ZY, c.ZNotY} {
		if !within(p, 0, 1) {
			return false
		}
	}
	return c.XY+c.XNotY+c.ZY+c.ZNotY <= 1+slack &&
		within(c.YX, c.XY, 1-c.XNotY) && within(c.YZ, c.ZY, 1-c.ZNotY)
}

// share returns the range of a part of a whole; of an empty whole it is 0 to 1.
func share(low, high, whole float64) Range {
	if whole <= 0 {
		return Range{0, 1}
	}
	return Range{clip(low / whole), clip(high / whole)}
}

func clip(p float64) float64 { return min(1, max(0, p)) }

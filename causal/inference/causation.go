package inference

// Causation is what the probabilities of causation of a binary cause x and effect y are
// bounded from. z stands for the state that x is compared with; other states may take the rest.
type Causation struct {
	// YX and YZ are P(y | do(x)) and P(y | do(z)).
	YX, YZ float64
	// XY, XNotY, ZY and ZNotY are P(x, y), P(x, not y), P(z, y) and P(z, not y).
	XY, XNotY, ZY, ZNotY float64
}

// Range is an interval of probabilities.
type Range struct{ Low, High float64 }

// Bounds are those of the probabilities of causation.
type Bounds struct {
	// PN is the probability of necessity, that y would not be had x been z, given x and y; PS
	// that of sufficiency, that y would be had z been x, given z and not y; PNS that of both.
	PN, PS, PNS Range
	// Consistent is false when the inputs cannot be together; the bounds are clipped to
	// probabilities then, and a lower one can lie above the upper.
	Consistent bool
}

// slack is how far inputs that are rounded may be from what can be together.
const slack = 1e-9

// Bounds returns the bounds of Tian and Pearl (2000). Of cases in other states than x and z it
// is unknown what x and what z would have led to, so their share widens the bounds.
func (c Causation) Bounds() Bounds {
	other := max(0, 1-c.XY-c.XNotY-c.ZY-c.ZNotY)
	b := Bounds{Consistent: c.consistent()}
	// y would not be under z in (1 - YZ) of the cases: of those x and y are what z and not y,
	// x and not y, and other states do not take.
	b.PN = share(1-c.YZ-c.ZNotY-c.XNotY-other, 1-c.YZ-c.ZNotY, c.XY)
	b.PS = share(c.YX-c.XY-c.ZY-other, c.YX-c.XY, c.ZNotY)
	b.PNS = Range{
		Low: clip(max(c.YX-c.YZ, c.XY+c.ZY-c.YZ, c.YX-c.XY-c.ZY-other)),
		High: clip(min(c.YX, 1-c.YZ, c.XY+c.ZNotY+other,
			c.YX-c.YZ+c.XNotY+c.ZY+other)),
	}
	return b
}

// consistent says whether doing and seeing can be of one population: who is seen with x and y
// has y under x.
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

// share is the range of a part of the whole; of nothing it can be any.
func share(low, high, whole float64) Range {
	if whole <= 0 {
		return Range{0, 1}
	}
	return Range{clip(low / whole), clip(high / whole)}
}

func clip(p float64) float64 { return min(1, max(0, p)) }

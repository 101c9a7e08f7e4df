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
	// Consistent is false when the inputs cannot be together; the bounds are clipped then.
	Consistent bool
}

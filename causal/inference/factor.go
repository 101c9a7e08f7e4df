package inference

import (
	"context"
	"slices"
)

// factor is a function of some variables: a number for each combination of their states, the last
// variable fastest.
type factor struct {
	scope []int
	p     []float64
	// scale is what the numbers were divided by.
	scale float64
	// slopes are the derivatives of an answer by the current numbers, if requested.
	slopes []float64
}

// strides returns, for each of some variables, the distance of neighboring states in the factor; 0 if
// the factor does not depend on the variable.
func (f *factor) strides(variables, states []int) []int {
	out := make([]int, len(variables))
	step := 1
	for _, v := range slices.Backward(f.scope) {
		if i := slices.Index(variables, v); i >= 0 {
			out[i] = step
		}
		step *= states[v]
	}
	return out
}

// step is one product of an elimination: it multiplies factors into one over its scope, with one
// variable summed out unless that is none.
type step struct {
	in  []*factor
	out *factor
	sum int
}

// pace is the number of cells computed between two checks of the context.
const pace = 1 << 14

// product computes a step with a normalized result. It returns errImpossible when the result is 0.
func product(ctx context.Context, states []int, in []*factor, scope []int, sum int) (step, error) {
	cells := 1
	for _, v := range scope {
		cells *= states[v]
	}
	s := step{in: in, out: &factor{scope: scope, p: make([]float64, cells)}, sum: sum}
	out := s.out
	err := s.each(ctx, states, func(cell int, at []int) {
		one := 1.0
		for k, f := range in {
			one *= f.p[at[k]]
		}
		out.p[cell] += one
	})
	if err != nil {
		return step{}, err
	}
	return s, out.normalize()
}

// normalize divides the numbers by their maximum, so that long products stay in range; it returns
// errImpossible when that is 0.
func (f *factor) normalize() error {
	if f.scale = slices.Max(f.p); f.scale == 0 {
		return errImpossible
	}
	for i := range f.p {
		f.p[i] /= f.scale
	}
	return nil
}

// back propagates the slopes of a product to its factors.
func (s step) back(ctx context.Context, states []int) error {
	rest := make([]float64, len(s.in))
	return s.each(ctx, states, func(cell int, at []int) {
		before := s.out.slopes[cell] / s.out.scale
		for k, f := range s.in { // product of the factors before it
			rest[k] = before
			before *= f.p[at[k]]
		}
		after := 1.0
		for k, f := range slices.Backward(s.in) { // times those after it
			f.slopes[at[k]] += rest[k] * after
			after *= f.p[at[k]]
		}
	})
}

// each visits all combinations of states with their positions in the result and in the factors. If the
// context ends first, it returns the error of the context.
func (s step) each(ctx context.Context, states []int, visit func(cell int, at []int)) error {
	scope, count := s.out.scope, 1
	strides, summed := make([][]int, len(s.in)), make([]int, len(s.in))
	for k, f := range s.in {
		strides[k] = f.strides(scope, states)
	}
	if s.sum != none {
		count = states[s.sum]
		for k, f := range s.in {
			summed[k] = f.strides([]int{s.sum}, states)[0]
		}
	}
	at, state := make([]int, len(s.in)), make([]int, len(scope))
	for cell := range s.out.p {
		if cell%pace == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for range count {
			visit(cell, at)
			for k := range at {
				at[k] += summed[k]
			}
		}
		for k := range at {
			at[k] -= count * summed[k]
		}
		advance(states, scope, state, at, strides)
	}
	return nil
}

// advance moves to the next combination of states, the last variable fastest, and updates the positions
// in some factors.
func advance(states, variables, state, at []int, strides [][]int) {
	for d, v := range slices.Backward(variables) {
		state[d]++
		wrap := state[d] == states[v]
		if wrap {
			state[d] = 0
		}
		for k := range at {
			if wrap {
				at[k] -= (states[v] - 1) * strides[k][d]
			} else {
				at[k] += strides[k][d]
			}
		}
		if !wrap {
			return
		}
	}
}

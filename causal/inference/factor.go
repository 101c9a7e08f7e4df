package inference

import (
	"context"
	"slices"
)

// factor is a function of some variables: a number for each combination of their states, the
// last one fastest.
type factor struct {
	scope []int
	p     []float64
}

// strides are how far apart the neighbouring states of some variables are in the factor; 0 for
// those that it does not depend on.
func (f factor) strides(variables, states []int) []int {
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

// pace is how many cells are computed between two looks at the context.
const pace = 1 << 14

// product multiplies factors to one over the scope, summing the variable sum out unless it is
// none. It divides the result by its largest number, so that long products stay in range, and
// returns errImpossible when that is 0.
func product(ctx context.Context, states []int, factors []factor, scope []int, sum int) (factor, error) {
	all, inner := scope, 1
	if sum != none {
		all, inner = append(slices.Clone(scope), sum), states[sum]
	}
	steps := make([][]int, len(factors))
	for k, f := range factors {
		steps[k] = f.strides(all, states)
	}
	cells := 1
	for _, v := range scope {
		cells *= states[v]
	}
	out := factor{scope: scope, p: make([]float64, cells)}
	at, state, largest := make([]int, len(factors)), make([]int, len(scope)), 0.0
	for i := range out.p {
		if i%pace == 0 && ctx.Err() != nil {
			return factor{}, ctx.Err()
		}
		total := 0.0
		for s := range inner {
			one := 1.0
			for k, f := range factors {
				here := at[k]
				if sum != none {
					here += s * steps[k][len(scope)]
				}
				one *= f.p[here]
			}
			total += one
		}
		out.p[i], largest = total, max(largest, total)
		advance(states, scope, state, at, steps)
	}
	if largest == 0 {
		return factor{}, errImpossible
	}
	for i := range out.p {
		out.p[i] /= largest
	}
	return out, nil
}

// advance moves to the next combination of states, the last variable fastest, and with it the
// places in the factors.
func advance(states, scope, state, at []int, steps [][]int) {
	for d, v := range slices.Backward(scope) {
		state[d]++
		wrap := state[d] == states[v]
		if wrap {
			state[d] = 0
		}
		for k := range at {
			if wrap {
				at[k] -= (states[v] - 1) * steps[k][d]
			} else {
				at[k] += steps[k][d]
			}
		}
		if !wrap {
			return
		}
	}
}

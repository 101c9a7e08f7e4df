package inference

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// sample estimates the distribution of the targets by likelihood weighting: it draws the unknown states
// in the order of the terms, and weights a draw by the probability of the known states.
func (w *world) sample(ctx context.Context, targets []int, limits Limits) (Answer, error) {
	random := rand.New(rand.NewPCG(limits.Seed, limits.Seed)) //nolint:gosec // samples are to be repeatable
	d := drawing{world: w, random: random, state: slices.Clone(w.fixed)}
	for _, t := range w.terms {
		d.termReader.out = slices.Grow(d.termReader.out, t.states*t.states)[:max(len(d.termReader.out), t.states*t.states)]
	}
	whole := &factor{scope: targets}
	steps := whole.strides(targets, w.states)
	sums := make([]float64, int(w.cells(targets)))
	var sum, squares float64
	top := math.Inf(-1) // logarithm of the weight that counts as 1
	for i := range limits.Draws {
		if i%64 == 0 && ctx.Err() != nil {
			return Answer{}, ctx.Err()
		}
		weight := d.draw()
		if math.IsInf(weight, -1) {
			continue
		}
		if weight > top {
			scale := math.Exp(top - weight)
			for k := range sums {
				sums[k] *= scale
			}
			sum, squares, top = sum*scale, squares*scale*scale, weight
		}
		at := 0
		for k, t := range targets {
			at += d.state[t] * steps[k]
		}
		one := math.Exp(weight - top)
		sums[at], sum, squares = sums[at]+one, sum+one, squares+one*one
	}
	if sum == 0 {
		return Answer{}, ErrTooRare
	}
	for k := range sums {
		sums[k] /= sum
	}
	return Answer{P: sums, Method: w.method(), Draws: limits.Draws, Effective: sum * sum / squares}, nil
}

// method returns Forward when all draws have the same weight: known states follow from known states.
func (w *world) method() Method {
	for _, t := range w.terms {
		if w.fixed[t.node] == free {
			continue
		}
		for _, p := range t.parents {
			if w.fixed[p] == free {
				return Weighted
			}
		}
	}
	return Forward
}

// drawing draws cases from a world.
type drawing struct {
	world      *world
	random     *rand.Rand
	state      []int
	termReader termReader
}

// draw draws the states of one case, and returns the logarithm of its weight.
func (d *drawing) draw() float64 {
	weight := 0.0
	for _, t := range d.world.terms {
		known := d.world.fixed[t.node]
		d.state[t.node] = known
		p := d.termReader.read(t, d.state)
		if known != free {
			total := 0.0
			for _, q := range p {
				total += q
			}
			if total == 0 {
				return math.Inf(-1)
			}
			weight += math.Log(total)
		}
		if known != free && t.counter == none {
			continue
		}
		at := pick(d.random, p)
		if t.counter != none {
			d.state[t.counter] = at % t.states
			at /= t.states
		}
		if known == free {
			d.state[t.node] = at
		}
	}
	return weight
}

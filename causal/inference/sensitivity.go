package inference

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Slopes receives the derivatives of an answer by the probabilities of a node for one combination of
// its parents' states, one for each state. Both slices are reused.
type Slopes func(node int, parents []int, slopes []float64)

// Sensitivity returns the exact distribution of the target, and calls tell with the derivatives of the
// probability of one of its states by each probability of each mechanism that it depends on (Darwiche
// 2003). It runs once forward and once backward through an elimination, so all derivatives together
// cost a few times as much as the answer. It returns [ErrTooLarge] where the elimination would exceed
// the limits, and the errors of [Network.Infer].
func (n *Network) Sensitivity(ctx context.Context, q Query, state int, tell Slopes) (Answer, error) {
	targets := []int{q.Target}
	w, err := n.worldOf(q, targets)
	if err != nil {
		return Answer{}, err
	}
	if state < 0 || state >= w.states[q.Target] {
		return Answer{}, fmt.Errorf("the target has no state %d", state)
	}
	limits := q.Limits.orDefault()
	w, err = w.relevant(ctx, targets, limits)
	if err != nil {
		return Answer{}, n.blame(ctx, err, q, q.Do)
	}
	p, err := w.plan(ctx, targets, limits.Cells, math.Inf(1)) // mechanisms stay whole
	if err != nil {
		return Answer{}, err
	}
	var steps []step
	factors, last, err := p.run(ctx, targets, func(s step) { steps = append(steps, s) })
	if err != nil {
		return Answer{}, n.blame(ctx, err, q, q.Do)
	}
	answer := Answer{P: w.spread(targets, last), Method: Exact}
	if len(factors) == 0 {
		return answer, nil // the target is known
	}
	if err := back(ctx, w.states, steps, answer.P[state], state); err != nil {
		return Answer{}, err
	}
	for i, t := range p.world.terms {
		w.tell(t, factors[i], tell)
	}
	return answer, nil
}

// back computes the slopes of all factors of an elimination. p is the probability of a state: the share
// of its number in the last factor.
func back(ctx context.Context, states []int, steps []step, p float64, state int) error {
	for _, s := range steps {
		for _, f := range s.in {
			f.slopes = make([]float64, len(f.p))
		}
		s.out.slopes = make([]float64, len(s.out.p))
	}
	last := steps[len(steps)-1].out
	sum := 0.0
	for _, v := range last.p {
		sum += v
	}
	for i := range last.slopes {
		last.slopes[i] = -p / sum
	}
	last.slopes[state] += 1 / sum
	for _, s := range slices.Backward(steps) {
		if err := s.back(ctx, states); err != nil {
			return err
		}
	}
	return nil
}

// tell reports the slopes of a term.
func (w *world) tell(t term, f *factor, tell Slopes) {
	var parents []int
	slopes, cell := make([]float64, t.states), 0
	w.each(t, func(state []int) {
		parents = gather(parents[:0], t.parents, state)
		if known := w.fixed[t.node]; known != free {
			slopes[known] = f.slopes[cell] / f.scale
			cell++
		} else {
			for k := range slopes {
				slopes[k] = f.slopes[cell] / f.scale
				cell++
			}
		}
		tell(t.node, parents, slopes)
	})
}

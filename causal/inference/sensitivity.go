package inference

import (
	"context"
	"errors"
)

// ErrTooLarge says that an exact answer would take more than the limits allow.
var ErrTooLarge = errors.New("an exact answer takes a larger table than the limits allow")

// Slopes is told how an answer changes with the probabilities of a node for one combination of
// its parents' states: slopes has a derivative for each state. Both slices are reused.
type Slopes func(node int, parents []int, slopes []float64)

// Sensitivity returns the distribution of the target, exactly, and tells how the probability of
// one of its states changes with each probability of each mechanism that it depends on (Darwiche
// 2003). It goes once forward and once back through an elimination, so that all derivatives
// together take a few times as long as the answer. It returns ErrTooLarge where the elimination
// would exceed the limits, and an [ImpossibleError] when what was seen cannot be.
func (n *Network) Sensitivity(ctx context.Context, q Query, state int, tell Slopes) (Answer, error) {
	p := make([]float64, n.nodes[q.Target].States)
	if known, ok := q.known(q.Target); ok {
		p[known] = 1
		return Answer{P: p, Method: Exact}, nil
	}
	t := &tape{network: n, query: q, cells: q.Limits.orDefault().Cells}
	if err := t.write(ctx); err != nil {
		return Answer{}, err
	}
	t.forward()
	answer := t.slots[len(t.slots)-1]
	sum := 0.0
	for _, v := range answer.values {
		sum += v
	}
	if sum <= 0 {
		return Answer{}, &ImpossibleError{Node: q.Target}
	}
	for i, v := range answer.values {
		p[i] = v / sum
	}
	for i := range answer.slopes {
		answer.slopes[i] = -p[state] / sum
	}
	answer.slopes[state] += 1 / sum
	t.back()
	for _, s := range t.slots[:t.families] {
		t.tell(s, tell)
	}
	return Answer{P: p, Method: Exact}, nil
}

// known returns the state of a node that is set or seen.
func (q Query) known(v int) (int, bool) {
	if state, set := q.Do[v]; set {
		return state, true
	}
	state, seen := q.Seen[v]
	return state, seen
}

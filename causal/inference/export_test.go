package inference

import "context"

// ExactSplit is Infer, or Counterfactual, with noisy mechanisms split above this many cells.
func ExactSplit(ctx context.Context, n *Network, q Query, counterfactual bool, cells float64) ([]float64, error) {
	w, target := n.world(q.Seen, q.Do, []int{q.Target}), q.Target
	if counterfactual {
		w, target = n.twin(q.Seen, q.Do, q.Target)
	}
	a, err := w.split(cells).exact(ctx, []int{target}, Limits{}.orDefault())
	return a.P, err
}

// Ancestors marks the given nodes and their ancestors.
func (n *Network) Ancestors(of ...int) []bool { return n.above(of, nil) }

// Largest returns the planned and the actual number of cells of the largest step for a query.
func Largest(ctx context.Context, n *Network, q Query) (planned, met float64, err error) {
	w := n.world(q.Seen, q.Do, []int{q.Target})
	p, err := w.plan(ctx, []int{q.Target}, 1e6, widths()...)
	if err != nil {
		return 0, 0, err
	}
	_, _, err = p.run(ctx, []int{q.Target}, func(s step) {
		cells := float64(len(s.out.p))
		if s.sum != none {
			cells *= float64(p.world.states[s.sum])
		}
		met = max(met, cells)
	})
	return p.largest, met, err
}

package inference

import "context"

// ExactSplit is Infer, or Counterfactual, with noisy mechanisms split above so many cells.
func ExactSplit(ctx context.Context, n *Network, q Query, counterfactual bool, cells float64) ([]float64, error) {
	w, target := n.world(q.Seen, q.Do, []int{q.Target}), q.Target
	if counterfactual {
		w, target = n.twin(q.Seen, q.Do, q.Target)
	}
	a, err := w.split(cells).exact(ctx, []int{target}, Limits{}.orDefault())
	return a.P, err
}

package inference

import "context"

// Counterfactual returns the distribution that the target would have had under Do, in a case of which
// Seen is known: abduction, action and prediction (Pearl 2009, section 7.1). When Seen is the whole
// case, that is an ordinary network over the descendants of Do. It returns the errors of
// [Network.Infer].
func (n *Network) Counterfactual(ctx context.Context, q Query) (Answer, error) {
	targets := []int{q.Target}
	if err := n.validate(q, targets); err != nil {
		return Answer{}, err
	}
	w, counter := n.twin(q.Seen, q.Do, q.Target)
	answer, err := w.solve(ctx, []int{counter}, q.Limits.orDefault())
	return answer, n.blame(ctx, err, q, nil)
}

// twin returns the twin network (Balke and Pearl 1994) and the target's variable in it. A node that is
// set, or descends from one that is, has a second variable, at its number plus the number of nodes.
// Both share their noise. A variable that does not matter is left out.
func (n *Network) twin(seen, do map[int]int, target int) (*world, int) {
	w := n.empty(2)
	w.fix(seen, 0)
	w.fix(do, len(n.nodes))
	changed := n.Descendants(keys(do)...)
	counter := func(i int) int {
		if changed[i] {
			return i + len(n.nodes)
		}
		return i
	}
	// The ancestors of the target in the counterfactual world, and what is needed in the actual one.
	otherwise := n.above([]int{target}, do)
	roots := keys(seen)
	for i, needed := range otherwise {
		if needed && !changed[i] {
			roots = append(roots, i)
		}
	}
	actual := n.above(roots, nil)
	for _, i := range n.order {
		node := n.nodes[i]
		_, set := do[i]
		second := otherwise[i] && changed[i] && !set
		var others []int
		if second {
			for _, p := range node.Parents {
				others = append(others, counter(p))
			}
		}
		switch {
		case second && actual[i]:
			w.add(node, i, counter(i), node.Parents, others)
		case second:
			w.add(node, counter(i), none, others, nil)
		case actual[i]:
			w.add(node, i, none, node.Parents, nil)
		}
	}
	return w, counter(target)
}

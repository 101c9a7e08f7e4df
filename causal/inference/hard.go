package inference

import (
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Hard is a deterministic graph: a node happens when it is exogenous or one of its causes happens, all
// of its preconditions happen, and nothing that prevents it does. Only the relations CAUSES, ENABLES
// and PREVENTS count.
type Hard struct {
	// Exogenous says of each node whether it needs no cause.
	Exogenous []bool
	Links     []HardLink
}

// HardLink joins two nodes by number.
type HardLink struct {
	Source, Target int
	Relation       episodic.Relation
}

// Actual returns which nodes happen. It returns ErrCyclic.
func (h Hard) Actual() ([]bool, error) {
	order, err := h.order()
	if err != nil {
		return nil, err
	}
	return h.run(order, h.parents(), nil), nil
}

// ButFor reports whether y would change if x did, from its actual state to the other. It returns
// ErrCyclic.
func (h Hard) ButFor(x, y int) (bool, error) {
	actual, err := h.Actual()
	if err != nil {
		return false, err
	}
	would, err := h.With(map[int]bool{x: !actual[x]})
	if err != nil {
		return false, err
	}
	return would[y] != actual[y], nil
}

// With returns which nodes happen when some are set. It returns ErrCyclic.
func (h Hard) With(set map[int]bool) ([]bool, error) {
	order, err := h.order()
	if err != nil {
		return nil, err
	}
	return h.run(order, h.parents(), set), nil
}

// acts reports whether the relation of the link has an effect on its target.
func (l HardLink) acts() bool {
	return l.Relation == episodic.RelationCauses || l.Relation == episodic.RelationEnables || l.Relation == episodic.RelationPrevents
}

// parents returns the links into each node.
func (h Hard) parents() [][]HardLink {
	out := make([][]HardLink, len(h.Exogenous))
	for _, l := range h.Links {
		if l.acts() {
			out[l.Target] = append(out[l.Target], l)
		}
	}
	return out
}

// run computes which nodes happen when some are set.
func (h Hard) run(order []int, parents [][]HardLink, set map[int]bool) []bool {
	there := make([]bool, len(h.Exogenous))
	for _, n := range order {
		state, forced := set[n]
		if !forced {
			state = comesAbout(h.Exogenous[n], parents[n], there)
		}
		there[n] = state
	}
	return there
}

func comesAbout(caused bool, parents []HardLink, there []bool) bool {
	for _, l := range parents {
		switch l.Relation {
		case episodic.RelationCauses:
			caused = caused || there[l.Source]
		case episodic.RelationEnables:
			if !there[l.Source] {
				return false
			}
		default:
			if there[l.Source] {
				return false
			}
		}
	}
	return caused
}

// order returns the nodes in topological order.
func (h Hard) order() ([]int, error) {
	before := make([]int, len(h.Exogenous))
	next := make([][]int, len(h.Exogenous))
	for _, l := range h.Links {
		if l.acts() {
			before[l.Target]++
			next[l.Source] = append(next[l.Source], l.Target)
		}
	}
	var order []int
	for n, waits := range before {
		if waits == 0 {
			order = append(order, n)
		}
	}
	for at := 0; at < len(order); at++ {
		for _, n := range next[order[at]] {
			if before[n]--; before[n] == 0 {
				order = append(order, n)
			}
		}
	}
	if len(order) < len(before) {
		return nil, ErrCyclic
	}
	return order, nil
}

// ancestors returns the ancestors of y, without y, in topological order.
func (h Hard) ancestors(order []int, y int) []int {
	parents := h.parents()
	found := map[int]bool{y: true}
	var out []int
	for _, n := range slices.Backward(order) {
		if !found[n] {
			continue
		}
		for _, l := range parents[n] {
			found[l.Source] = true
		}
		if n != y {
			out = append(out, n)
		}
	}
	slices.Reverse(out)
	return out
}

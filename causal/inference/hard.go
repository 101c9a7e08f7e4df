package inference

import (
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Hard is a graph read without numbers: a node is there when it is exogenous or one of its causes
// is there, all of its preconditions are, and nothing is that prevents it. Links of other
// relations than CAUSES, ENABLES and PREVENTS mean nothing here.
type Hard struct {
	// Exogenous tells of each node whether it needs no cause.
	Exogenous []bool
	Links     []HardLink
}

// HardLink joins two nodes by their numbers.
type HardLink struct {
	Source, Target int
	Relation       episodic.Relation
}

// Actual returns which nodes are there. It returns ErrCyclic.
func (h Hard) Actual() ([]bool, error) {
	order, err := h.order()
	if err != nil {
		return nil, err
	}
	return h.run(order, h.parents(), nil), nil
}

// ButFor reports whether y would be otherwise if x were: there if it is not, or not there if it
// is. It returns ErrCyclic.
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

// With returns which nodes would be there if some had a state by force. It returns ErrCyclic.
func (h Hard) With(set map[int]bool) ([]bool, error) {
	order, err := h.order()
	if err != nil {
		return nil, err
	}
	return h.run(order, h.parents(), set), nil
}

// acts reports whether the link says how its target comes about.
func (l HardLink) acts() bool {
	return l.Relation == episodic.RelationCauses || l.Relation == episodic.RelationEnables || l.Relation == episodic.RelationPrevents
}

// parents are the links that end at each node.
func (h Hard) parents() [][]HardLink {
	out := make([][]HardLink, len(h.Exogenous))
	for _, l := range h.Links {
		if l.acts() {
			out[l.Target] = append(out[l.Target], l)
		}
	}
	return out
}

// run works out what is there when some nodes have a state by force.
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

// order returns the nodes such that every link leads onwards.
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

// ancestors returns the nodes that lead to y, itself left out, in an order along the links.
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

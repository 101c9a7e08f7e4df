package inference

import (
	"context"
	"slices"
)

// tape is an elimination that can be gone through in both directions.
type tape struct {
	network *Network
	query   Query
	// cells is the size of the largest table that it may have.
	cells int
	// slots are the tables: first one for each node that matters, which families counts, then
	// one for each step, the last of them the answer.
	slots    []*slot
	families int
	steps    []step
}

// slot is a table over nodes whose states are free, the last one fastest.
type slot struct {
	// node is whose mechanism it has, for one of the first slots.
	node   int
	scope  []int
	values []float64
	// slopes are the derivatives of the answer by the values.
	slopes []float64
}

// step multiplies slots and sums one node out.
type step struct {
	in  []int
	out int
	// sizes are the states of the nodes that go through all combinations. strides tells for each
	// slot of in, and for out as the last, how far the next state of each node is in it.
	sizes   []int
	strides [][]int
}

// write makes the first slots and lays out the steps.
func (t *tape) write(ctx context.Context) error {
	var open []int
	for v, matters := range t.network.above(append(keys(t.query.Seen), t.query.Target), t.query.Do) {
		if _, set := t.query.Do[v]; set || !matters {
			continue
		}
		if !t.family(v) {
			return ErrTooLarge
		}
		open = append(open, len(open))
	}
	t.families = len(open)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		v, scope := t.cheapest(open)
		if t.size(scope) > t.cells {
			return ErrTooLarge
		}
		if v < 0 {
			t.lay(open, []int{t.query.Target}, []int{t.query.Target})
			return nil
		}
		open = t.eliminate(open, v, scope)
	}
}

// family adds the slot of the mechanism of a node; it reports false when that is too large.
func (t *tape) family(v int) bool {
	node := t.network.nodes[v]
	s := &slot{node: v}
	for _, u := range append(slices.Clone(node.Parents), v) {
		if _, known := t.query.known(u); !known && !slices.Contains(s.scope, u) {
			s.scope = append(s.scope, u)
		}
	}
	size := t.size(s.scope)
	if size > t.cells {
		return false
	}
	s.values, s.slopes = make([]float64, size), make([]float64, size)
	t.slots = append(t.slots, s)
	p := make([]float64, node.States)
	own, known := t.query.known(v)
	cell := 0
	t.rows(s, func(parents []int) {
		node.Mechanism.Probabilities(parents, p)
		if known {
			s.values[cell] = p[own]
			cell++
			return
		}
		cell += copy(s.values[cell:], p)
	})
	return true
}

// rows goes through the combinations of the parents of a mechanism, in the order in which its
// slot has them.
func (t *tape) rows(s *slot, visit func(parents []int)) {
	node := t.network.nodes[s.node]
	free := slices.DeleteFunc(slices.Clone(s.scope), func(u int) bool { return u == s.node })
	parents, from := make([]int, len(node.Parents)), make([]int, len(node.Parents))
	for i, u := range node.Parents {
		state, _ := t.query.known(u)
		parents[i], from[i] = state, slices.Index(free, u)
	}
	through(t.sizes(free), nil, nil, func(states []int) {
		for i, at := range from {
			if at >= 0 {
				parents[i] = states[at]
			}
		}
		visit(parents)
	})
}

// through goes through all combinations of states, the last one fastest, and keeps at where
// each combination is in tables of some strides.
func through(sizes []int, strides [][]int, at []int, visit func(states []int)) {
	states := make([]int, len(sizes))
	for {
		visit(states)
		i := len(sizes) - 1
		for ; i >= 0; i-- {
			states[i]++
			for k, s := range strides {
				at[k] += s[i]
			}
			if states[i] < sizes[i] {
				break
			}
			for k, s := range strides {
				at[k] -= s[i] * sizes[i]
			}
			states[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// sizes returns how many states nodes have.
func (t *tape) sizes(nodes []int) []int {
	s := make([]int, len(nodes))
	for i, v := range nodes {
		s[i] = t.network.nodes[v].States
	}
	return s
}

// size returns how many combinations nodes have, or more than is allowed if there are more.
func (t *tape) size(nodes []int) int {
	size := 1
	for _, v := range nodes {
		if size *= t.network.nodes[v].States; size > t.cells {
			break
		}
	}
	return size
}

// cheapest returns the node that is summed out next, the one with the smallest product, and the
// nodes that the product is about, itself last; -1 when only the target is left.
func (t *tape) cheapest(open []int) (node int, scope []int) {
	node, least := -1, 0
	var tried []int
	for _, i := range open {
		for _, v := range t.slots[i].scope {
			if v == t.query.Target || slices.Contains(tried, v) {
				continue
			}
			tried = append(tried, v)
			around := t.around(open, v)
			if size := t.size(around); node < 0 || size < least {
				node, scope, least = v, around, size
			}
		}
	}
	return node, scope
}

// around returns the nodes that share a slot with one, and that one last.
func (t *tape) around(open []int, v int) []int {
	var scope []int
	for _, i := range open {
		if !slices.Contains(t.slots[i].scope, v) {
			continue
		}
		for _, u := range t.slots[i].scope {
			if u != v && !slices.Contains(scope, u) {
				scope = append(scope, u)
			}
		}
	}
	return append(scope, v)
}

// eliminate lays the step that sums a node out, and returns the slots that are open after it.
func (t *tape) eliminate(open []int, v int, scope []int) []int {
	var in, left []int
	for _, i := range open {
		if slices.Contains(t.slots[i].scope, v) {
			in = append(in, i)
		} else {
			left = append(left, i)
		}
	}
	return append(left, t.lay(in, scope, scope[:len(scope)-1]))
}

// lay adds a step and the slot of what comes out of it, and returns the number of that.
func (t *tape) lay(in, scope, kept []int) int {
	size := t.size(kept)
	out := &slot{scope: kept, values: make([]float64, size), slopes: make([]float64, size)}
	t.slots = append(t.slots, out)
	s := step{in: in, out: len(t.slots) - 1, sizes: t.sizes(scope)}
	for _, i := range append(slices.Clone(in), s.out) {
		s.strides = append(s.strides, t.strides(t.slots[i].scope, scope))
	}
	t.steps = append(t.steps, s)
	return s.out
}

// strides tells how far the next state of each node of a scope is in a table over some of them.
func (t *tape) strides(table, scope []int) []int {
	strides := make([]int, len(scope))
	for i, stride := len(table)-1, 1; i >= 0; i-- {
		strides[slices.Index(scope, table[i])] = stride
		stride *= t.network.nodes[table[i]].States
	}
	return strides
}

// forward computes all slots from the first ones.
func (t *tape) forward() {
	for _, s := range t.steps {
		out := t.slots[s.out].values
		at := make([]int, len(s.in)+1)
		through(s.sizes, s.strides, at, func([]int) {
			product := 1.0
			for k, i := range s.in {
				product *= t.slots[i].values[at[k]]
			}
			out[at[len(s.in)]] += product
		})
	}
}

// back computes the slopes of all slots from those of the last one.
func (t *tape) back() {
	for _, s := range slices.Backward(t.steps) {
		out := t.slots[s.out].slopes
		at := make([]int, len(s.in)+1)
		others := make([]float64, len(s.in))
		through(s.sizes, s.strides, at, func([]int) {
			before := out[at[len(s.in)]]
			for k, i := range s.in { // the product of those before it
				others[k] = before
				before *= t.slots[i].values[at[k]]
			}
			after := 1.0
			for k, i := range slices.Backward(s.in) { // and of those after it
				t.slots[i].slopes[at[k]] += others[k] * after
				after *= t.slots[i].values[at[k]]
			}
		})
	}
}

// tell tells the slopes of a mechanism.
func (t *tape) tell(s *slot, tell Slopes) {
	slopes := make([]float64, t.network.nodes[s.node].States)
	own, known := t.query.known(s.node)
	cell := 0
	t.rows(s, func(parents []int) {
		if known {
			slopes[own] = s.slopes[cell]
			cell++
		} else {
			cell += copy(slopes, s.slopes[cell:])
		}
		tell(s.node, parents, slopes)
	})
}

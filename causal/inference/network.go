package inference

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Node is one variable of a network.
type Node struct {
	// States is the number of states, at least 2.
	States int
	// Parents are the numbers of its parents, in the order that the mechanism expects.
	Parents   []int
	Mechanism Mechanism
}

// ErrCyclic means that the graph is not acyclic.
var ErrCyclic = errors.New("the network has a circle")

// Network is a causal model. It is safe for concurrent use.
type Network struct {
	nodes []Node
	order []int // parents first
}

// NewNetwork returns a network of nodes, which must not change afterwards. It returns [ErrCyclic] for a
// cyclic graph, and otherwise an error that names an invalid node: a parent that does not exist or is
// listed twice, or a mechanism with other states.
func NewNetwork(nodes []Node) (*Network, error) {
	n := &Network{nodes: slices.Clone(nodes)}
	for i := range nodes {
		if err := n.check(i); err != nil {
			return nil, fmt.Errorf("node %d: %w", i, err)
		}
	}
	if n.order = n.sort(); len(n.order) < len(nodes) {
		return nil, ErrCyclic
	}
	return n, nil
}

func (n *Network) check(i int) error {
	node := n.nodes[i]
	if node.States < 2 {
		return fmt.Errorf("it has %d states", node.States)
	}
	states := make([]int, len(node.Parents))
	for k, p := range node.Parents {
		if p < 0 || p >= len(n.nodes) {
			return fmt.Errorf("its parent %d does not exist", p)
		}
		if slices.Contains(node.Parents[:k], p) {
			return fmt.Errorf("its parent %d is named twice", p)
		}
		states[k] = n.nodes[p].States
	}
	switch m := node.Mechanism.(type) {
	case nil:
		return errors.New("it has no mechanism")
	case Table:
		return m.fits(node.States, states)
	case NoisyMechanism:
		return m.AsNoisy().fits(node.States, states)
	}
	return nil
}

// sort orders parents before their children. It leaves out nodes on cycles and their descendants.
func (n *Network) sort() []int {
	children := make([][]int, len(n.nodes))
	open := make([]int, len(n.nodes))
	var order []int
	for i, node := range n.nodes {
		if open[i] = len(node.Parents); open[i] == 0 {
			order = append(order, i)
		}
		for _, p := range node.Parents {
			children[p] = append(children[p], i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, c := range children[order[k]] {
			if open[c]--; open[c] == 0 {
				order = append(order, c)
			}
		}
	}
	return order
}

// above marks the given nodes and their ancestors, with the edges into the nodes of do removed.
func (n *Network) above(of []int, do map[int]int) []bool {
	in := make([]bool, len(n.nodes))
	for _, i := range of {
		in[i] = true
	}
	for _, i := range slices.Backward(n.order) {
		if _, set := do[i]; !in[i] || set {
			continue
		}
		for _, p := range n.nodes[i].Parents {
			in[p] = true
		}
	}
	return in
}

// Descendants marks the given nodes and their descendants.
func (n *Network) Descendants(of ...int) []bool {
	in := make([]bool, len(n.nodes))
	for _, i := range of {
		in[i] = true
	}
	for _, i := range n.order {
		in[i] = in[i] || slices.ContainsFunc(n.nodes[i].Parents, func(p int) bool { return in[p] })
	}
	return in
}

// Draw draws a state for each node, with some of them set.
func (n *Network) Draw(random *rand.Rand, do map[int]int) []int {
	out := make([]int, len(n.nodes))
	var parents []int
	var p []float64
	for _, i := range n.order {
		if s, set := do[i]; set {
			out[i] = s
			continue
		}
		node := n.nodes[i]
		parents = gather(parents[:0], node.Parents, out)
		p = slices.Grow(p[:0], node.States)[:node.States]
		node.Mechanism.Probabilities(parents, p)
		out[i] = pick(random, p)
	}
	return out
}

// gather appends the states of some nodes to a slice.
func gather(to, nodes, states []int) []int {
	for _, i := range nodes {
		to = append(to, states[i])
	}
	return to
}

// pick draws an index by its weight; the weights need not sum to 1.
func pick(random *rand.Rand, weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	at, last := random.Float64()*sum, 0
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		if last = i; at < w {
			return i
		}
		at -= w
	}
	return last
}

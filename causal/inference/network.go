package inference

import (
	"errors"

	"github.com/causeway-memory/causeway/episodic"
)

// Mechanism is how the state of a node comes about from the states of its parents. States are
// numbered from 0.
type Mechanism interface {
	// Probabilities writes P(state | parents) to out, one number for each state of the node.
	Probabilities(parents []int, out []float64)
	// Pairs writes P(v, v* | actual, counter) to out, at v*states+v*: the state v with the
	// parents as they are and v* with the parents as they would have been, under the same noise.
	Pairs(actual, counter []int, out []float64)
}

// Node is one variable of a network.
type Node struct {
	// States is how many states it has, at least 2.
	States int
	// Parents are the numbers of the nodes that it depends on, in the order in which the
	// mechanism wants their states.
	Parents   []int
	Mechanism Mechanism
}

// Table is a mechanism that lists the probabilities. As a structural model it is the
// comonotone one: one uniform noise, compared with the running sums of the row; so the order of
// the states matters for what would have been, and for nothing else.
type Table struct {
	// ParentStates are how many states each parent has.
	ParentStates []int
	// States is how many the node has.
	States int
	// P has a row for each combination of the parents' states, the last parent fastest, and in
	// it a probability for each state.
	P []float64
}

// Noisy is the leaky noisy-OR with inhibitors (Cheng 1997) and preconditions, for a node of two
// states of which 1 means that it happened:
//
//	P(1 | parents) = [1-(1-base)·Π causes on (1-w)] · Π prevents on (1-w) · Π enables off (1-w)
//
// All noise is independent.
type Noisy struct {
	Base       float64
	Influences []Influence
}

// Influence is what one parent does.
type Influence struct {
	// Relation is CAUSES, ENABLES or PREVENTS.
	Relation episodic.Relation
	// Weight is in [0, 1].
	Weight float64
	// On tells in which states of the parent it is on.
	On []bool
}

// ErrCyclic says that the nodes of a network depend on each other in a circle.
var ErrCyclic = errors.New("the network has a circle")

// ImpossibleError says that what was seen has probability 0 under the model.
type ImpossibleError struct {
	// Node is the first node whose state cannot come about from those of its parents.
	Node int
}

// Error says that it cannot be.
func (e *ImpossibleError) Error() string { return "what was seen has probability 0 under the model" }

// Method is how an answer was computed.
type Method string

// The methods, from exact to rough.
const (
	// Exact is variable elimination.
	Exact Method = "exact"
	// Forward is sampling along the order of the nodes, with no evidence to weigh.
	Forward Method = "forward"
	// Weighted is likelihood weighting.
	Weighted Method = "weighted"
)

// Limits say how much an answer may take; zero fields have defaults.
type Limits struct {
	// Cells is the size of the largest factor of an elimination, 1e6 by default.
	Cells int
	// Draws is how many samples are drawn, 20,000 by default.
	Draws int
	// Seed makes samples repeatable.
	Seed uint64
}

// Answer is a distribution over the states of a node.
type Answer struct {
	P      []float64
	Method Method
	// Draws is how many samples it rests on, Effective how many of equal weight those are
	// worth (Kong 1992); both 0 when it is exact.
	Draws     int
	Effective float64
}

// Query asks for the distribution of a node.
type Query struct {
	Target int
	// Seen are states that are known, Do states that are set.
	Seen, Do map[int]int
	Limits   Limits
}

// Network is a causal model. It is safe for concurrent use.
type Network struct {
	nodes []Node
	order []int
}

package inference

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Method is how an answer was computed.
type Method string

// The methods, exact ones first.
const (
	// Exact is variable elimination.
	Exact Method = "exact"
	// Forward is forward sampling without evidence.
	Forward Method = "forward"
	// Weighted is likelihood weighting.
	Weighted Method = "weighted"
)

// Limits bound the cost of an answer; zero fields take their defaults.
type Limits struct {
	// Cells is the most cells of a factor in an elimination, 1e6 by default.
	Cells int
	// Draws is the number of samples, 20,000 by default.
	Draws int
	// Seed makes samples repeatable.
	Seed uint64
}

// orDefault fills in the defaults.
func (l Limits) orDefault() Limits {
	if l.Cells <= 0 {
		l.Cells = 1_000_000
	}
	if l.Draws <= 0 {
		l.Draws = 20_000
	}
	return l
}

// Query asks for the distribution of a node.
type Query struct {
	Target int
	// Seen are observed states, Do states that are set.
	Seen, Do map[int]int
	Limits   Limits
}

// Answer is a distribution over the states of a node.
type Answer struct {
	P      []float64
	Method Method
	// Draws is the number of samples, Effective the number of equally weighted samples that they are
	// worth (Kong 1992); both are 0 for an exact answer.
	Draws     int
	Effective float64
}

// ErrTooRare means that no sample agrees with what was seen: it is rare or impossible.
var ErrTooRare = errors.New("what was seen is too rare for the samples drawn")

// ImpossibleError means that what was seen has probability 0 under the model.
type ImpossibleError struct {
	// Node is the first node, parents first, whose observed state contradicts those of the nodes
	// before it.
	Node int
}

// Error implements error.
func (e *ImpossibleError) Error() string {
	return fmt.Sprintf("what was seen has probability 0 under the model, at the latest with node %d", e.Node)
}

// Infer returns P(target | do, seen): what was seen comes after the action or is not affected by it. It
// returns an [ImpossibleError] when that has probability 0, [ErrTooRare] when the samples do not
// suffice, and the error of the context when it ends first.
func (n *Network) Infer(ctx context.Context, q Query) (Answer, error) {
	return n.Joint(ctx, q, q.Target)
}

// Joint is [Network.Infer] for several nodes together; it ignores the target of the query. The answer
// has a probability for each combination of their states, the last node fastest.
func (n *Network) Joint(ctx context.Context, q Query, targets ...int) (Answer, error) {
	w, err := n.worldOf(q, targets)
	if err != nil {
		return Answer{}, err
	}
	limits := q.Limits.orDefault()
	if len(targets) > 1 && w.cells(targets) > float64(limits.Cells) {
		return Answer{}, fmt.Errorf("%d targets have more states together than the %d cells of the limit", len(targets), limits.Cells)
	}
	answer, err := w.solve(ctx, targets, limits)
	return answer, n.blame(ctx, err, q, q.Do)
}

// worldOf returns the world of a query.
func (n *Network) worldOf(q Query, targets []int) (*world, error) {
	if err := n.validate(q, targets); err != nil {
		return nil, err
	}
	for _, i := range slices.Sorted(maps.Keys(q.Do)) {
		if s, seen := q.Seen[i]; seen && s != q.Do[i] {
			return nil, &ImpossibleError{Node: i}
		}
	}
	return n.world(q.Seen, q.Do, targets), nil
}

// validate returns an error if the query names a node or state that does not exist.
func (n *Network) validate(q Query, targets []int) error {
	for k, t := range targets {
		if t < 0 || t >= len(n.nodes) {
			return fmt.Errorf("the target %d does not exist", t)
		}
		if slices.Contains(targets[:k], t) {
			return fmt.Errorf("the target %d is named twice", t)
		}
	}
	for _, states := range []map[int]int{q.Seen, q.Do} {
		for i, s := range states {
			if i < 0 || i >= len(n.nodes) {
				return fmt.Errorf("node %d does not exist", i)
			}
			if s < 0 || s >= n.nodes[i].States {
				return fmt.Errorf("node %d has no state %d", i, s)
			}
		}
	}
	return nil
}

// errImpossible means that what was seen has probability 0; [Network.blame] finds the node.
var errImpossible = errors.New("impossible")

// blame finds the node that makes what was seen impossible under what was done.
func (n *Network) blame(ctx context.Context, err error, q Query, do map[int]int) error {
	if !errors.Is(err, errImpossible) {
		return err
	}
	var seen []int
	for _, i := range n.order {
		if _, is := q.Seen[i]; is {
			seen = append(seen, i)
		}
	}
	// Find the shortest impossible prefix; every longer one is impossible too.
	low, high := 1, len(seen)
	for low < high {
		middle := (low + high) / 2
		part := map[int]int{}
		for _, i := range seen[:middle] {
			part[i] = q.Seen[i]
		}
		_, err := n.world(part, do, nil).solve(ctx, nil, q.Limits.orDefault())
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, errImpossible) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return &ImpossibleError{Node: seen[low-1]}
}

package calculate

import (
	"context"
	"errors"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Case is a checked question about a specified model. It is safe for concurrent use.
type Case struct {
	model   Specified
	network *inference.Network
	query   inference.Query
	hard    inference.Hard
}

// Given is P(target | seen). Like [Case.Done] and [Case.Otherwise] it returns a
// [problem.InvalidError] when the seen states are impossible under the model.
func (c *Case) Given(ctx context.Context) (inference.Answer, error) {
	q := c.query
	q.Do = nil
	return c.possible(c.network.Infer(ctx, q))
}

// Done is P(target | do).
func (c *Case) Done(ctx context.Context) (inference.Answer, error) {
	q := c.query
	q.Seen = nil
	return c.possible(c.network.Infer(ctx, q))
}

// Otherwise is P(target under do | seen), the counterfactual.
func (c *Case) Otherwise(ctx context.Context) (inference.Answer, error) {
	return c.possible(c.network.Counterfactual(ctx, c.query))
}

func (c *Case) possible(a inference.Answer, err error) (inference.Answer, error) {
	var impossible *inference.ImpossibleError
	if errors.As(err, &impossible) {
		return a, problem.Refuse("seen", "the model excludes it: %q cannot come about so", c.model.Nodes[impossible.Node].Name)
	}
	return a, err
}

// Reading is the answer from the links of a specified model without their strengths.
type Reading struct {
	// Evaluated says whether the search for actual causes ended within its budget.
	Evaluated bool
	// Nodes are all nodes but the target, in the order of the model.
	Nodes []Part
}

// Part is the relation of a node to the target.
type Part struct {
	Name string
	// There says whether it happens, ButFor whether the target would be otherwise if it were.
	There, ButFor bool
	// Part says whether it is an actual cause or part of one, Alone whether it is one by itself. With
	// are the other parts, Witness the nodes held fixed.
	Part, Alone    bool
	With, Witness  []string
	Responsibility float64
}

// Reading evaluates the links without their strengths: a node happens when its base is above 0 or
// one of its causes happens, all of its preconditions happen, and nothing that prevents it does.
func (c *Case) Reading(ctx context.Context) (Reading, error) {
	actual, err := c.hard.Actual()
	if err != nil {
		return Reading{}, err
	}
	causes, evaluated, err := c.hard.Causes(ctx, c.query.Target, inference.HardLimits{})
	if err != nil {
		return Reading{}, err
	}
	out := Reading{Evaluated: evaluated}
	at := make([]int, len(actual))
	for x, n := range c.model.Nodes {
		if x == c.query.Target {
			continue
		}
		butFor, err := c.hard.ButFor(x, c.query.Target)
		if err != nil {
			return Reading{}, err
		}
		at[x] = len(out.Nodes)
		out.Nodes = append(out.Nodes, Part{Name: n.Name, There: actual[x], ButFor: butFor})
	}
	for _, cause := range causes {
		p := &out.Nodes[at[cause.Node]]
		p.Part, p.Alone, p.Responsibility = true, len(cause.With) == 0, cause.Responsibility
		p.With, p.Witness = c.names(cause.With), c.names(cause.Witness)
	}
	return out, nil
}

func (c *Case) names(nodes []int) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = c.model.Nodes[n].Name
	}
	return out
}

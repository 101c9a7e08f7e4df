package calculate

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Case is a question to a given model that was checked. It is safe for concurrent use.
type Case struct {
	model   Specified
	network *inference.Network
	query   inference.Query
	hard    inference.Hard
}

// Given is P(target | seen), whatever is done. Like its neighbours it returns an
// [problem.InvalidError] when the model excludes what was seen.
func (c *Case) Given(ctx context.Context) (inference.Answer, error) {
	q := c.query
	q.Do = nil
	return c.possible(c.network.Infer(ctx, q))
}

// Done is P(target | do), whatever was seen.
func (c *Case) Done(ctx context.Context) (inference.Answer, error) {
	q := c.query
	q.Seen = nil
	return c.possible(c.network.Infer(ctx, q))
}

// Otherwise is P(target, had that been done | seen).
func (c *Case) Otherwise(ctx context.Context) (inference.Answer, error) {
	return c.possible(c.network.Counterfactual(ctx, c.query))
}

func (c *Case) possible(a inference.Answer, err error) (inference.Answer, error) {
	var impossible *inference.ImpossibleError
	if errors.As(err, &impossible) {
		message := fmt.Sprintf("the model excludes it: %q cannot come about so", c.model.Nodes[impossible.Node].Name)
		return a, &problem.InvalidError{Problems: []problem.Problem{{Path: "seen", Code: problem.CodeInvalid, Message: message}}}
	}
	return a, err
}

// Reading is what the links of a given model say without their strengths.
type Reading struct {
	// Evaluated says whether actual causes were searched for within the budget.
	Evaluated bool
	// Nodes are all but the target, in the order of the model.
	Nodes []Part
}

// Part is what a node has to do with the target.
type Part struct {
	Name string
	// There says whether it is there, ButFor whether the target would be otherwise if it were.
	There, ButFor bool
	// Part says whether it is an actual cause or part of one, Alone whether it is one by itself;
	// With are the other parts, Witness the nodes held as they are.
	Part, Alone    bool
	With, Witness  []string
	Responsibility float64
}

// Reading reads the links without their strengths: a node is there when its base is above 0 or
// one of its causes is there, all of its preconditions are, and nothing is that prevents it.
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

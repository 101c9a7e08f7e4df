package causal

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// GivenCase is a question to a given model that was checked. It is safe for concurrent use.
type GivenCase struct {
	model   GivenModel
	network *inference.Network
	query   inference.Query
	hard    inference.Hard
}

// Given is P(target | seen), whatever is done. Like its neighbours it returns an
// [episodic.InvalidError] when the model excludes what was seen.
func (c *GivenCase) Given(ctx context.Context) (inference.Answer, error) {
	q := c.query
	q.Do = nil
	return c.possible(c.network.Infer(ctx, q))
}

// Done is P(target | do), whatever was seen.
func (c *GivenCase) Done(ctx context.Context) (inference.Answer, error) {
	q := c.query
	q.Seen = nil
	return c.possible(c.network.Infer(ctx, q))
}

// Otherwise is P(target, had that been done | seen).
func (c *GivenCase) Otherwise(ctx context.Context) (inference.Answer, error) {
	return c.possible(c.network.Counterfactual(ctx, c.query))
}

func (c *GivenCase) possible(a inference.Answer, err error) (inference.Answer, error) {
	var impossible *inference.ImpossibleError
	if errors.As(err, &impossible) {
		message := fmt.Sprintf("the model excludes it: %q cannot come about so", c.model.Nodes[impossible.Node].Name)
		return a, &episodic.InvalidError{Problems: []episodic.Problem{{Path: "seen", Code: episodic.CodeInvalid, Message: message}}}
	}
	return a, err
}

// GivenReading is what the links of a given model say without their strengths.
type GivenReading struct {
	// Evaluated says whether actual causes were searched for within the budget.
	Evaluated bool
	// Nodes are all but the target, in the order of the model.
	Nodes []GivenPart
}

// GivenPart is what a node has to do with the target.
type GivenPart struct {
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
func (c *GivenCase) Reading(ctx context.Context) (GivenReading, error) {
	actual, err := c.hard.Actual()
	if err != nil {
		return GivenReading{}, err
	}
	causes, evaluated, err := c.hard.Causes(ctx, c.query.Target, inference.HardLimits{})
	if err != nil {
		return GivenReading{}, err
	}
	out := GivenReading{Evaluated: evaluated}
	at := make([]int, len(actual))
	for x, n := range c.model.Nodes {
		if x == c.query.Target {
			continue
		}
		butFor, err := c.hard.ButFor(x, c.query.Target)
		if err != nil {
			return GivenReading{}, err
		}
		at[x] = len(out.Nodes)
		out.Nodes = append(out.Nodes, GivenPart{Name: n.Name, There: actual[x], ButFor: butFor})
	}
	for _, cause := range causes {
		p := &out.Nodes[at[cause.Node]]
		p.Part, p.Alone, p.Responsibility = true, len(cause.With) == 0, cause.Responsibility
		p.With, p.Witness = c.names(cause.With), c.names(cause.Witness)
	}
	return out, nil
}

func (c *GivenCase) names(nodes []int) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = c.model.Nodes[n].Name
	}
	return out
}

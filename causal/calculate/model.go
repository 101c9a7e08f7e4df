package calculate

import (
	"fmt"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Limits of a specified model.
const (
	MaxNodes = 100
	MaxLinks = 1_000
)

// Specified is a causal model of binary events with strengths, specified by the caller instead of
// learned.
type Specified struct {
	Nodes []Node
	Links []Link
}

// Node is an event. Base is its probability when no cause is on, every precondition is met and
// nothing prevents it.
type Node struct {
	Name string
	Base float64
}

// Link is the effect of one node on another, with a strength from 0 to 1.
type Link struct {
	Source, Target string
	Relation       episodic.Relation
	Strength       float64
}

// State says whether a node happened.
type State struct {
	Name     string
	Happened bool
}

// Question asks for the probability of a node in a specified model.
type Question struct {
	Model Specified
	// Seen are the known states, Do the states to set.
	Seen, Do []State
	Target   string
}

// Take checks the model and the names of the question. It returns a [problem.InvalidError] with
// everything that is wrong.
func (q Question) Take() (*Case, error) {
	c := modelCheck{at: map[string]int{}}
	c.nodes(q.Model.Nodes)
	c.links(q.Model.Links)
	query := inference.Query{Target: c.node("target", q.Target), Seen: c.states("seen", q.Seen), Do: c.states("do", q.Do)}
	if err := c.Err(); err != nil {
		return nil, err
	}
	network, err := inference.NewNetwork(c.network())
	if err != nil {
		c.Invalid("model.links", "%s", err)
		return nil, c.Err()
	}
	return &Case{model: q.Model, network: network, query: query, hard: c.hard}, nil
}

// modelCheck gathers the parts of a specified model, and its problems.
type modelCheck struct {
	problem.Checker
	// at has the numbers of the nodes.
	at      map[string]int
	parents [][]int
	noisy   []inference.Noisy
	hard    inference.Hard
}

func (c *modelCheck) network() []inference.Node {
	out := make([]inference.Node, len(c.noisy))
	for i, m := range c.noisy {
		out[i] = inference.Node{States: 2, Parents: c.parents[i], Mechanism: m}
	}
	return out
}

// share adds a problem unless the number is a probability.
func (c *modelCheck) share(path string, p float64) {
	if !(p >= 0 && p <= 1) {
		c.Invalid(path, "it is from 0 to 1")
	}
}

// node returns the number of a node, and 0 with a problem for an unknown one.
func (c *modelCheck) node(path, name string) int {
	i, found := c.at[name]
	if !found {
		c.Invalid(path, "the model has no node %q", name)
	}
	return i
}

func (c *modelCheck) nodes(given []Node) {
	if len(given) < 1 || len(given) > MaxNodes {
		c.Invalid("model.nodes", "there are %d; from 1 to %d are possible", len(given), MaxNodes)
		return
	}
	c.parents, c.noisy = make([][]int, len(given)), make([]inference.Noisy, len(given))
	for i, n := range given {
		path := fmt.Sprintf("model.nodes[%d]", i)
		if _, repeated := c.at[n.Name]; repeated || n.Name == "" {
			c.Invalid(path+".name", "%q is empty or stands twice", n.Name)
		}
		c.share(path+".base", n.Base)
		c.at[n.Name], c.noisy[i].Base = i, n.Base
		c.hard.Exogenous = append(c.hard.Exogenous, n.Base > 0)
	}
}

// links adds the links into each node to its mechanism.
func (c *modelCheck) links(given []Link) {
	if len(given) > MaxLinks {
		c.Invalid("model.links", "there are %d; up to %d are possible", len(given), MaxLinks)
		return
	}
	joined := map[[2]string]bool{}
	for i, l := range given {
		path, before := fmt.Sprintf("model.links[%d]", i), len(c.Problems)
		source, target := c.node(path+".source", l.Source), c.node(path+".target", l.Target)
		c.share(path+".strength", l.Strength)
		if l.Relation == episodic.RelationCorrelates {
			c.Invalid(path+".relation", "what correlates bears on nothing")
		}
		if pair := [2]string{l.Source, l.Target}; joined[pair] {
			c.Invalid(path, "the two nodes have a link already")
		} else {
			joined[pair] = true
		}
		if len(c.Problems) > before {
			continue
		}
		c.parents[target] = append(c.parents[target], source)
		c.noisy[target].Influences = append(c.noisy[target].Influences,
			inference.Influence{Relation: l.Relation, Weight: l.Strength, On: []bool{false, true}})
		c.hard.Links = append(c.hard.Links, inference.HardLink{Source: source, Target: target, Relation: l.Relation})
	}
}

func (c *modelCheck) states(path string, given []State) map[int]int {
	out := make(map[int]int, len(given))
	for i, s := range given {
		at := fmt.Sprintf("%s[%d].name", path, i)
		n := c.node(at, s.Name)
		if _, repeated := out[n]; repeated {
			c.Invalid(at, "%q stands twice", s.Name)
		}
		out[n] = 0
		if s.Happened {
			out[n] = 1
		}
	}
	return out
}

package calculate_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/calculate"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// ofTwo is a question about two nodes with a link, changed by the case of a test.
func ofTwo(change func(q *calculate.Question)) calculate.Question {
	q := calculate.Question{Target: "b", Model: calculate.Specified{
		Nodes: []calculate.Node{{Name: "a", Base: .5}, {Name: "b"}},
		Links: []calculate.Link{{Source: "a", Target: "b", Relation: episodic.RelationCauses, Strength: .5}},
	}}
	change(&q)
	return q
}

func TestQuestion_Take(t *testing.T) {
	for _, c := range []struct {
		why, path, says string
		change          func(q *calculate.Question)
	}{
		{"a model", "", "", func(*calculate.Question) {}},
		{"the largest model", "", "", func(q *calculate.Question) { q.Model.Nodes = many(calculate.MaxNodes) }},
		{"no nodes", "model.nodes", "from 1 to 100", func(q *calculate.Question) { q.Model = calculate.Specified{} }},
		{"too many nodes", "model.nodes", "there are 101", func(q *calculate.Question) { q.Model.Nodes = many(calculate.MaxNodes + 1) }},
		{"a node twice", "model.nodes[1].name", "stands twice", func(q *calculate.Question) { q.Model.Nodes[1].Name = "a" }},
		{"a node without a name", "model.nodes[1].name", "is empty", func(q *calculate.Question) { q.Model.Nodes[1].Name = "" }},
		{"no probability", "model.nodes[0].base", "from 0 to 1", func(q *calculate.Question) { q.Model.Nodes[0].Base = 1.5 }},
		{"a negative strength", "model.links[0].strength", "from 0 to 1", func(q *calculate.Question) { q.Model.Links[0].Strength = -.1 }},
		{"too many links", "model.links", "there are 1001", func(q *calculate.Question) {
			q.Model.Links = make([]calculate.Link, calculate.MaxLinks+1)
		}},
		{"a link from nowhere", "model.links[0].source", `no node "c"`, func(q *calculate.Question) { q.Model.Links[0].Source = "c" }},
		{"a link to nowhere", "model.links[0].target", `no node "c"`, func(q *calculate.Question) { q.Model.Links[0].Target = "c" }},
		{"a link twice", "model.links[1]", "a link already", func(q *calculate.Question) {
			q.Model.Links = append(q.Model.Links, q.Model.Links[0])
		}},
		{"no causal meaning", "model.links[0].relation", "bears on nothing", func(q *calculate.Question) {
			q.Model.Links[0].Relation = episodic.RelationCorrelates
		}},
		{"a circle", "model.links", "circle", func(q *calculate.Question) {
			back := q.Model.Links[0]
			back.Source, back.Target = back.Target, back.Source
			q.Model.Links = append(q.Model.Links, back)
		}},
		{"no such target", "target", `no node "c"`, func(q *calculate.Question) { q.Target = "c" }},
		{"seen nowhere", "seen[0].name", `no node "c"`, func(q *calculate.Question) { q.Seen = []calculate.State{{Name: "c"}} }},
		{"done twice", "do[1].name", "stands twice", func(q *calculate.Question) {
			q.Do = []calculate.State{{Name: "a"}, {Name: "a", Happened: true}}
		}},
	} {
		_, err := ofTwo(c.change).Take()
		if c.path == "" {
			if err != nil {
				t.Errorf("%s: %v", c.why, err)
			}
			continue
		}
		wantProblem(t, c.why, err, c.path, c.says)
	}
}

// many returns n nodes, two of them "a" and "b".
func many(n int) []calculate.Node {
	nodes := []calculate.Node{{Name: "a"}, {Name: "b"}}
	for i := len(nodes); i < n; i++ {
		nodes = append(nodes, calculate.Node{Name: fmt.Sprint(i)})
	}
	return nodes
}

// wantProblem wants a refusal; what follows from the first problem is its own business.
func wantProblem(t *testing.T, why string, err error, path, says string) {
	t.Helper()
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || invalid.Problems[0].Path != path || !strings.Contains(invalid.Problems[0].Message, says) {
		t.Errorf("%s: %v, want a first problem of %s that says %q", why, err, path, says)
	}
}

// TestQuestion_Take_SaysEverything wants every problem of a question at once.
func TestQuestion_Take_SaysEverything(t *testing.T) {
	_, err := ofTwo(func(q *calculate.Question) {
		q.Model.Nodes[0].Base, q.Model.Links[0].Strength, q.Target = 2, 2, "c"
	}).Take()
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 3 {
		t.Errorf("%v, want three problems", err)
	}
}

// TestCase_Impossible sees an effect without its only cause.
func TestCase_Impossible(t *testing.T) {
	c, err := ofTwo(func(q *calculate.Question) {
		q.Target, q.Seen = "a", []calculate.State{{Name: "a"}, {Name: "b", Happened: true}}
	}).Take()
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Given(t.Context())
	wantProblem(t, "given", err, "seen", `"b" cannot come about`)
	_, err = c.Otherwise(t.Context())
	wantProblem(t, "otherwise", err, "seen", `"b" cannot come about`)
	if done, err := c.Done(t.Context()); err != nil || done.P[1] != .5 {
		t.Errorf("done: %+v, %v; it uses nothing that was seen", done, err)
	}
}

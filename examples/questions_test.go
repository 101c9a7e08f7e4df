package examples_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/examples"
	gocmp "github.com/google/go-cmp/cmp"
)

// causalLinks returns the keys that each key leads to, whatever correlates left out.
func causalLinks(cs []claim) map[string][]string {
	out := map[string][]string{}
	for _, c := range cs {
		if c.Relation != episodic.RelationCorrelates {
			out[c.from] = append(out[c.from], c.to)
		}
	}
	return out
}

// simplePaths returns every path without a repeated key, shortest first, then by keys.
func simplePaths(next map[string][]string, from, to string, depth int) [][]string {
	var out [][]string
	var walk func(path []string)
	walk = func(path []string) {
		last := path[len(path)-1]
		if last == to {
			out = append(out, slices.Clone(path))
			return
		}
		if len(path) > depth {
			return
		}
		for _, n := range next[last] {
			if !slices.Contains(path, n) {
				walk(append(slices.Clone(path), n))
			}
		}
	}
	walk([]string{from})
	slices.SortFunc(out, func(a, b []string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
	})
	return out
}

func question(t *testing.T, name string) examples.Question {
	t.Helper()
	for _, q := range examples.Questions() {
		if q.Name == name {
			return q
		}
	}
	t.Fatalf("there is no question %q", name)
	return examples.Question{}
}

func TestQuestions_Path(t *testing.T) {
	q := question(t, "path")
	all := story(t)
	next := causalLinks(claims(all))
	depth := q.Variables["maxDepth"].(int)
	got := simplePaths(next, q.Variables["from"].(string), q.Variables["to"].(string), depth)
	if diff := gocmp.Diff(q.Expect.Paths, got); diff != "" {
		t.Errorf("paths found by hand (-written +found):\n%s", diff)
	}
	for _, path := range got {
		episodes := map[string]bool{}
		for _, key := range path {
			episodes[strings.Split(key, "/")[0]] = true
		}
		if len(episodes) < 3 {
			t.Errorf("%v stays within %d episodes; the question is about the way between episodes", path, len(episodes))
		}
	}
}

func TestQuestions_AreAskable(t *testing.T) {
	for _, q := range examples.Questions() {
		t.Run(q.Name, func(t *testing.T) {
			if q.Asks == "" || !strings.HasSuffix(q.Asks, "?") {
				t.Errorf("%q is no question", q.Asks)
			}
			if !strings.Contains(q.Query, "$project: String!") {
				t.Error("the query lacks $project, which callers set")
			}
			for name := range q.Variables {
				if !strings.Contains(q.Query, "$"+name+":") {
					t.Errorf("the query declares no variable $%s", name)
				}
			}
			if declared := strings.Count(strings.SplitN(q.Query, "{", 2)[0], "$"); declared != len(q.Variables)+1 {
				t.Errorf("the query declares %d variables, %d are set", declared, len(q.Variables)+1)
			}
		})
	}
}

func TestEpisodes_HoldALoop(t *testing.T) {
	const retry = "episode-2026-03-09-1"
	next := causalLinks(claims(story(t)))
	for _, then := range next[retry+"/e001"] {
		if len(simplePaths(next, then, retry+"/e001", 5)) > 0 {
			return
		}
	}
	t.Error("the links of the flaky tests do not come back to where they start: searches must see a cycle")
}

func TestEpisodes_HaveAmbiguousLabels(t *testing.T) {
	for _, c := range []struct {
		label, why string
		want       int
	}{
		{"do it this week", "the same choice twice in one episode", 2},
		{"before the deploy", "nearly the same choice in two episodes, and an event", 3},
		{"skip the idempotency key", "one match is no ambiguity", 1},
	} {
		got := 0
		for _, p := range story(t) {
			for _, o := range p.Occurrences {
				if strings.Contains(strings.ToLower(o.Label), c.label) {
					got++
				}
			}
		}
		if got != c.want {
			t.Errorf("%q is part of %d labels, want %d: %s", c.label, got, c.want, c.why)
		}
	}
}

func TestEpisodes_TheTemptingSuspectIsInnocent(t *testing.T) {
	next := causalLinks(claims(story(t)))
	for _, suspect := range []string{"episode-2026-03-31-2/d001", "episode-2026-03-31-2/e001", "episode-2026-03-31-2/e002"} {
		if paths := simplePaths(next, suspect, examples.DoubleCharges, 10); len(paths) > 0 {
			t.Errorf("the checkout page went live the evening before and correlates only, yet a path accuses it: %v", paths[0])
		}
	}
}

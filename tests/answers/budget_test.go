package answers_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/tests/harness"
)

// TestBudgets measures what is told of every example and every real episode, and of a path in each: it stays below
// the budget, and says so exactly when something is left out of what a larger budget tells.
func TestBudgets(t *testing.T) {
	harness.EmbeddedOnly(t)
	examples := shared.NewProject(t)
	paths, err := filepath.Glob("../../examples/episode-*.json")
	if err != nil {
		t.Fatal(err)
	}
	examples.ImportFiles(vars{"files": harness.AsInput(t, paths)})
	for name, p := range map[string]*harness.Project{"examples": examples} {
		if n := measured(t, p); n != 80 {
			t.Errorf("%s: %d episodes", name, n)
		}
	}
	t.Run("real", func(t *testing.T) {
		p, _ := realProject(t)
		if n := measured(t, p.Project); n != 453 {
			t.Errorf("%d episodes", n)
		}
	})
}

// measured measures the episodes of a project and a path in each, and returns how many episodes there are.
func measured(t *testing.T, p *harness.Project) (n int) {
	t.Helper()
	counter, most, cut, paths := tokens.New(), map[string]int{}, map[string]int{}, 0
	look := func(what, told string, budget int, whole string) {
		count, err := counter.CountTokens(told)
		if err != nil || count >= budget || told == "" {
			t.Errorf("%s in %d tokens takes %d (%v)", what, budget, count, err)
		}
		marked := func(text string) bool { // a shortened text ends in an ellipsis
			return strings.Contains(text, "…") || strings.Contains(text, "(cut to ") || strings.Contains(text, "cut at ")
		}
		is := marked(told)
		if told != whole && !is || told == whole && is != marked(whole) {
			t.Errorf("%s in %d tokens is marked %v, and of the whole it is\n%s\nwhole\n%s", what, budget, is, told, whole)
		}
		if most[what] = max(most[what], count); is {
			cut[what]++
		}
	}
	type page struct {
		Episodes struct {
			PageInfo struct {
				HasNextPage bool
				EndCursor   string
			}
			Edges []struct {
				Node struct {
					Key, Brief, Short, Whole string
					Decisions, Events        []beginning
				}
			}
		}
	}
	var after any
	for more := true; more; {
		got := harness.Get[page](p, `query ($project: String!, $after: String) { episodes(project: $project, first: 20, after: $after) {
			pageInfo { hasNextPage endCursor }
			edges { node { key brief short: brief(budget: 100) whole: brief(budget: 2000) decisions(first: 3) { ...b } events(first: 3) { ...c } } } } }
			fragment b on Decision { key leadsTo(first: 2) { ...d } } fragment c on Event { key leadsTo(first: 2) { ...d } }
			fragment d on Neighbor { occurrence { key leadsTo(first: 2) { occurrence { key leadsTo(first: 2) { occurrence { key } } } } } }`, vars{"after": after}).Episodes
		for _, e := range got.Edges {
			n++
			look("an episode", e.Node.Brief, 499, e.Node.Whole)
			look("an episode in short", e.Node.Short, 100, e.Node.Whole)
			for _, from := range append(e.Node.Decisions, e.Node.Events...) {
				if to := from.end(); to != "" {
					paths += lookAtPath(p, from.Key, to, look)
				}
			}
		}
		more, after = got.PageInfo.HasNextPage, got.PageInfo.EndCursor
	}
	t.Logf("%d episodes, %d paths; most tokens %v; cut %v", n, paths, most, cut)
	if paths < 10 {
		t.Errorf("only %d paths were looked at", paths)
	}
	return n
}

// beginning is where a path may begin, with what is up to three links away.
type beginning struct {
	Key     string
	LeadsTo []struct{ Occurrence beginning }
}

// end is the last occurrence along the last links, empty if nothing follows.
func (b beginning) end() string {
	to := ""
	for len(b.LeadsTo) > 0 {
		b = b.LeadsTo[len(b.LeadsTo)-1].Occurrence
		to = b.Key
	}
	return to
}

// lookAtPath looks at a shortest path, if there is one.
func lookAtPath(p *harness.Project, from, to string, look func(what, told string, budget int, whole string)) int {
	got := harness.Get[struct {
		CausalPath struct {
			Paths []struct{ Explain, Short, Whole string }
		}
	}](p, `query ($project: String!, $from: String!, $to: String!) { causalPath(project: $project, from: $from, to: $to, first: 3) {
		paths { explain short: explain(budget: 100) whole: explain(budget: 2000) } } }`, vars{"from": from, "to": to})
	for _, one := range got.CausalPath.Paths {
		look("a path", one.Explain, 199, one.Whole)
		look("a path in short", one.Short, 100, one.Whole)
	}
	return len(got.CausalPath.Paths)
}

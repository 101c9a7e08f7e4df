package paths_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

func TestGraph(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{
		causaltest.Causes("a", "b", .5), causaltest.Causes("b", "c", .5), causaltest.Causes("c", "d", .5), causaltest.Causes("x", "b", .5), causaltest.Causes("y", "z", .5),
	}}
	cases := []struct {
		why    string
		q      paths.GraphQuestion
		links  int
		status search.Status
	}{
		{"one link up and down", paths.GraphQuestion{Of: "b", Depth: 1}, 3, search.StatusFound},
		{"two links", paths.GraphQuestion{Of: "b"}, 4, search.StatusFound},
		{"the nearest of more", paths.GraphQuestion{Of: "b", Limit: 3}, 3, search.StatusTruncated},
		{"what lies between two, and nothing beside it", paths.GraphQuestion{From: "a", To: "d"}, 3, search.StatusFound},
		{"too far apart", paths.GraphQuestion{From: "a", To: "d", Depth: 2}, 0, search.StatusNoPath},
		{"no such factor", paths.GraphQuestion{Of: "nothing"}, 0, search.StatusUnknownEnd},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.q.Project, c.q.Budget = "p", explain.DefaultBudget
			g, err := causaltest.ServiceOver(m).Paths.Graph(t.Context(), c.q)
			if err != nil || g.Status != c.status || len(g.Links) != c.links {
				t.Errorf("%s with %d links, %v", g.Status, len(g.Links), err)
			}
			if g.Text.Text == "" || c.links > 0 && !strings.Contains(g.Text.Text, "only stated") {
				t.Errorf("no basis in %q", g.Text.Text)
			}
		})
	}
}

func TestGraphRefuses(t *testing.T) {
	for why, q := range map[string]paths.GraphQuestion{
		"nothing named":    {},
		"only one end":     {From: "a"},
		"a middle and end": {Of: "a", To: "b"},
		"too deep":         {Of: "a", Depth: paths.MaxGraphDepth + 1},
		"too many links":   {Of: "a", Limit: paths.MaxGraphLinks + 1},
		"no such rule":     {Of: "a", Follow: search.FactorFollow{Shown: "some"}},
	} {
		var invalid *problem.InvalidError
		if _, err := causaltest.ServiceOver(&causaltest.Memory{}).Paths.Graph(t.Context(), q); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if _, err := causaltest.ServiceOver(&causaltest.Memory{}).Paths.Graph(t.Context(), paths.GraphQuestion{Project: "unknown", Of: "a"}); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("of an unknown project: %v", err)
	}
}

func evident(l link.FactorLink, episodes int) link.FactorLink {
	l.Statements, l.Evidence.Stated = 0, episodes
	return l
}

func TestReachRanksByStrengthAndEvidence(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{
		evident(causaltest.Causes("strong but once", "failure", .9), 1), evident(causaltest.Causes("often", "failure", .6), 20),
		evident(causaltest.Causes("far", "often", .9), 20), evident(causaltest.Causes("weak", "failure", .01), 50),
		evident(causaltest.Causes("unmeasured", "failure", -1), 100), evident(causaltest.Causes("failure", "after", .9), 9),
	}}
	q := paths.ReachQuestion{Project: "p", Of: "failure", Direction: search.Upstream, Budget: explain.DefaultBudget}
	a, err := causaltest.ServiceOver(m).Paths.Reach(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(found(a), ", "); got != "often, far, strong but once, weak, unmeasured" {
		t.Errorf("ranked as %s", got)
	}
	if a.Found[4].Score != nil || *a.Found[0].Score != .6*20/25 || a.Found[1].Path.Length() != 2 || a.Total != 5 {
		t.Errorf("%+v", a.Found)
	}
	if !strings.Contains(a.Text.Text, "stated by 20 episodes") || a.Text.Tokens > explain.DefaultBudget {
		t.Errorf("%d tokens: %s", a.Text.Tokens, a.Text.Text)
	}
	q.Direction = search.Downstream
	if a, err = causaltest.ServiceOver(m).Paths.Reach(t.Context(), q); err != nil || strings.Join(found(a), ", ") != "after" {
		t.Errorf("downstream %v, %v", found(a), err)
	}
	q.Of = "far"
	if a, err = causaltest.ServiceOver(m).Paths.Reach(t.Context(), q); err != nil || names(a.Found[len(a.Found)-1].Path) != "far often failure after" {
		t.Errorf("far downstream %v, %v", found(a), err)
	}
}

// TestReachTellsWhatItLeavesOut wants the basis in the first line, and then over what it counted.
func TestReachTellsWhatItLeavesOut(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{evident(causaltest.Causes("cause", "failure", -1), 1)}}
	q := paths.ReachQuestion{Project: "p", Of: "failure", Direction: search.Upstream, Budget: explain.DefaultBudget}
	a, err := causaltest.ServiceOver(m).Paths.Reach(t.Context(), q)
	first, _, _ := strings.Cut(a.Text.Text, "\n")
	if err != nil || !strings.HasPrefix(first, "1 factor within 3 links leads to") || !strings.Contains(first, "only stated: 1,") {
		t.Errorf("%v: %s", err, first)
	}
	if !strings.Contains(a.Text.Text, `the rule "default" hides`) {
		t.Errorf("no rule in %s", a.Text.Text)
	}
	q.AsOf = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	g, err := causaltest.ServiceOver(m).Paths.Graph(t.Context(), paths.GraphQuestion{Project: "p", Of: "failure", Budget: explain.DefaultBudget, AsOf: q.AsOf})
	if err != nil || !strings.Contains(g.Text.Text, "stated by hand is left out") {
		t.Errorf("%v: %s", err, g.Text.Text)
	}
}

func found(a paths.ReachAnswer) []string {
	var out []string
	for _, r := range a.Found {
		out = append(out, r.Factor.Label())
	}
	return out
}

func TestReachPages(t *testing.T) {
	m := &causaltest.Memory{}
	for i := range 25 {
		m.Links = append(m.Links, evident(causaltest.Causes(fmt.Sprint("cause ", i), "failure", float64(i%5-1)/4), 1+i%3))
	}
	q := paths.ReachQuestion{Project: "p", Of: "failure", Direction: search.Upstream, Page: episodic.Page{Limit: 100}}
	whole, err := causaltest.ServiceOver(m).Paths.Reach(t.Context(), q)
	if err != nil || len(whole.Found) != 25 {
		t.Fatalf("%d found, %v", len(whole.Found), err)
	}
	var paged []string
	for q.Page.Limit = 7; ; {
		a, err := causaltest.ServiceOver(m).Paths.Reach(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Found) == 0 {
			break
		}
		paged = append(paged, found(a)...)
		q.Page.After = a.Found[len(a.Found)-1].Cursor
	}
	if strings.Join(paged, "\n") != strings.Join(found(whole), "\n") {
		t.Errorf("in pages %v, whole %v", paged, found(whole))
	}
}

func TestReachOfAHubIsCut(t *testing.T) {
	m := &causaltest.Memory{}
	for i := range paths.MaxFanOut + 5 {
		m.Links = append(m.Links, evident(causaltest.Causes(fmt.Sprint("cause ", i), "hub", .5), 1+i))
	}
	q := paths.ReachQuestion{Project: "p", Of: "hub", Direction: search.Upstream, Budget: 100}
	a, err := causaltest.ServiceOver(m).Paths.Reach(t.Context(), q)
	if err != nil || a.Status != search.StatusTruncated || a.Total != paths.MaxFanOut {
		t.Fatalf("%s with %d, %v", a.Status, a.Total, err)
	}
	if got := a.Found[0].Factor.Label(); got != fmt.Sprint("cause ", paths.MaxFanOut+4) {
		t.Errorf("the first is %s", got)
	}
	if !a.Text.Cut || a.Text.Tokens > 100 || !strings.Contains(a.Text.Text, "Truncated") {
		t.Errorf("%+v", a.Text)
	}
}

func TestReachRefuses(t *testing.T) {
	ok := paths.ReachQuestion{Project: "p", Of: "a", Direction: search.Upstream}
	for why, change := range map[string]func(*paths.ReachQuestion){
		"no name":          func(q *paths.ReachQuestion) { q.Of = " " },
		"no direction":     func(q *paths.ReachQuestion) { q.Direction = "" },
		"too deep":         func(q *paths.ReachQuestion) { q.MaxDepth = paths.MaxReach + 1 },
		"a foreign cursor": func(q *paths.ReachQuestion) { q.Page.After = "001 x/d1" },
		"a cut cursor":     func(q *paths.ReachQuestion) { q.Page.After = "0000000000000000" },
		"too small budget": func(q *paths.ReachQuestion) { q.Budget = explain.LeastBudget - 1 },
	} {
		q := ok
		change(&q)
		var invalid *problem.InvalidError
		if _, err := causaltest.ServiceOver(&causaltest.Memory{}).Paths.Reach(t.Context(), q); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	a, err := causaltest.ServiceOver(&causaltest.Memory{}).Paths.Reach(t.Context(), ok)
	if err != nil || a.Status != search.StatusUnknownEnd {
		t.Errorf("of nothing %s, %v", a.Status, err)
	}
}

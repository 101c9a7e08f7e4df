package causal_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

func TestGraph(t *testing.T) {
	m := &memory{links: []causal.FactorLink{
		causes("a", "b", .5), causes("b", "c", .5), causes("c", "d", .5), causes("x", "b", .5), causes("y", "z", .5),
	}}
	cases := []struct {
		why    string
		q      causal.GraphQuestion
		links  int
		status causal.Status
	}{
		{"one link up and down", causal.GraphQuestion{Of: "b", Depth: 1}, 3, causal.StatusFound},
		{"two links", causal.GraphQuestion{Of: "b"}, 4, causal.StatusFound},
		{"the nearest of more", causal.GraphQuestion{Of: "b", Limit: 3}, 3, causal.StatusTruncated},
		{"what lies between two, and nothing beside it", causal.GraphQuestion{From: "a", To: "d"}, 3, causal.StatusFound},
		{"too far apart", causal.GraphQuestion{From: "a", To: "d", Depth: 2}, 0, causal.StatusNoPath},
		{"no such factor", causal.GraphQuestion{Of: "nothing"}, 0, causal.StatusUnknownEnd},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.q.Project, c.q.Budget = "p", causal.DefaultBudget
			g, err := serviceOver(m).Graph(t.Context(), c.q)
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
	for why, q := range map[string]causal.GraphQuestion{
		"nothing named":    {},
		"only one end":     {From: "a"},
		"a middle and end": {Of: "a", To: "b"},
		"too deep":         {Of: "a", Depth: causal.MaxGraphDepth + 1},
		"too many links":   {Of: "a", Limit: causal.MaxGraphLinks + 1},
		"no such rule":     {Of: "a", Follow: causal.FactorFollow{Shown: "some"}},
	} {
		var invalid *episodic.InvalidError
		if _, err := serviceOver(&memory{}).Graph(t.Context(), q); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if _, err := serviceOver(&memory{}).Graph(t.Context(), causal.GraphQuestion{Project: "unknown", Of: "a"}); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("of an unknown project: %v", err)
	}
}

func evident(l causal.FactorLink, episodes int) causal.FactorLink {
	l.Statements, l.Evidence.Stated = 0, episodes
	return l
}

func TestReachRanksByStrengthAndEvidence(t *testing.T) {
	m := &memory{links: []causal.FactorLink{
		evident(causes("strong but once", "failure", .9), 1), evident(causes("often", "failure", .6), 20),
		evident(causes("far", "often", .9), 20), evident(causes("weak", "failure", .01), 50),
		evident(causes("unmeasured", "failure", -1), 100), evident(causes("failure", "after", .9), 9),
	}}
	q := causal.ReachQuestion{Project: "p", Of: "failure", Direction: causal.Upstream, Budget: causal.DefaultBudget}
	a, err := serviceOver(m).Reach(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(found(a), ", "); got != "often, far, strong but once, weak, unmeasured" {
		t.Errorf("ranked as %s", got)
	}
	if a.Found[4].Score != nil || *a.Found[0].Score != .6*20/25 || a.Found[1].Path.Length() != 2 || a.Total != 5 {
		t.Errorf("%+v", a.Found)
	}
	if !strings.Contains(a.Text.Text, "stated by 20 episodes") || a.Text.Tokens > causal.DefaultBudget {
		t.Errorf("%d tokens: %s", a.Text.Tokens, a.Text.Text)
	}
	q.Direction = causal.Downstream
	if a, err = serviceOver(m).Reach(t.Context(), q); err != nil || strings.Join(found(a), ", ") != "after" {
		t.Errorf("downstream %v, %v", found(a), err)
	}
	q.Of = "far"
	if a, err = serviceOver(m).Reach(t.Context(), q); err != nil || names(a.Found[len(a.Found)-1].Path) != "far often failure after" {
		t.Errorf("far downstream %v, %v", found(a), err)
	}
}

// TestReachTellsWhatItLeavesOut wants the basis in the first line, and then over what it counted.
func TestReachTellsWhatItLeavesOut(t *testing.T) {
	m := &memory{links: []causal.FactorLink{evident(causes("cause", "failure", -1), 1)}}
	q := causal.ReachQuestion{Project: "p", Of: "failure", Direction: causal.Upstream, Budget: causal.DefaultBudget}
	a, err := serviceOver(m).Reach(t.Context(), q)
	first, _, _ := strings.Cut(a.Text.Text, "\n")
	if err != nil || !strings.HasPrefix(first, "1 factor within 3 links leads to") || !strings.Contains(first, "only stated: 1,") {
		t.Errorf("%v: %s", err, first)
	}
	if !strings.Contains(a.Text.Text, `the rule "default" hides`) {
		t.Errorf("no rule in %s", a.Text.Text)
	}
	q.AsOf = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	g, err := serviceOver(m).Graph(t.Context(), causal.GraphQuestion{Project: "p", Of: "failure", Budget: causal.DefaultBudget, AsOf: q.AsOf})
	if err != nil || !strings.Contains(g.Text.Text, "stated by hand is left out") {
		t.Errorf("%v: %s", err, g.Text.Text)
	}
}

func found(a causal.ReachAnswer) []string {
	var out []string
	for _, r := range a.Found {
		out = append(out, r.Factor.Label())
	}
	return out
}

func TestReachPages(t *testing.T) {
	m := &memory{}
	for i := range 25 {
		m.links = append(m.links, evident(causes(fmt.Sprint("cause ", i), "failure", float64(i%5-1)/4), 1+i%3))
	}
	q := causal.ReachQuestion{Project: "p", Of: "failure", Direction: causal.Upstream, Page: episodic.Page{Limit: 100}}
	whole, err := serviceOver(m).Reach(t.Context(), q)
	if err != nil || len(whole.Found) != 25 {
		t.Fatalf("%d found, %v", len(whole.Found), err)
	}
	var paged []string
	for q.Page.Limit = 7; ; {
		a, err := serviceOver(m).Reach(t.Context(), q)
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
	m := &memory{}
	for i := range causal.MaxFanOut + 5 {
		m.links = append(m.links, evident(causes(fmt.Sprint("cause ", i), "hub", .5), 1+i))
	}
	q := causal.ReachQuestion{Project: "p", Of: "hub", Direction: causal.Upstream, Budget: 100}
	a, err := serviceOver(m).Reach(t.Context(), q)
	if err != nil || a.Status != causal.StatusTruncated || a.Total != causal.MaxFanOut {
		t.Fatalf("%s with %d, %v", a.Status, a.Total, err)
	}
	if got := a.Found[0].Factor.Label(); got != fmt.Sprint("cause ", causal.MaxFanOut+4) {
		t.Errorf("the first is %s", got)
	}
	if !a.Text.Cut || a.Text.Tokens > 100 || !strings.Contains(a.Text.Text, "Truncated") {
		t.Errorf("%+v", a.Text)
	}
}

func TestReachRefuses(t *testing.T) {
	ok := causal.ReachQuestion{Project: "p", Of: "a", Direction: causal.Upstream}
	for why, change := range map[string]func(*causal.ReachQuestion){
		"no name":          func(q *causal.ReachQuestion) { q.Of = " " },
		"no direction":     func(q *causal.ReachQuestion) { q.Direction = "" },
		"too deep":         func(q *causal.ReachQuestion) { q.MaxDepth = causal.MaxReach + 1 },
		"a foreign cursor": func(q *causal.ReachQuestion) { q.Page.After = "001 x/d1" },
		"a cut cursor":     func(q *causal.ReachQuestion) { q.Page.After = "0000000000000000" },
		"too small budget": func(q *causal.ReachQuestion) { q.Budget = causal.LeastBudget - 1 },
	} {
		q := ok
		change(&q)
		var invalid *episodic.InvalidError
		if _, err := serviceOver(&memory{}).Reach(t.Context(), q); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	a, err := serviceOver(&memory{}).Reach(t.Context(), ok)
	if err != nil || a.Status != causal.StatusUnknownEnd {
		t.Errorf("of nothing %s, %v", a.Status, err)
	}
}

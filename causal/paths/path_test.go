package paths_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

func pathQuestion(from, to string) paths.Question {
	return paths.Question{Project: "p", From: from, To: to, Budget: explain.DefaultBudget}
}

func askPath(t *testing.T, m *causaltest.Memory, q paths.Question) paths.Answer {
	t.Helper()
	a, err := causaltest.ServiceOver(m).Paths.FactorPath(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestFactorEnds(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{
		causaltest.Causes("Retry", "outcome=failure", .5), causaltest.Causes("retry twice", "outcome=failure", .5), causaltest.Causes("pytest failed <n> tests", "outcome=failure", .5),
	}}
	for i := range search.MaxMatches + 1 {
		m.Links = append(m.Links, causaltest.Causes(fmt.Sprint("many ", i), "Retry", .5))
	}
	cases := []struct {
		why, name string
		total     int
		first     string
		status    search.Status
	}{
		{"a key", causaltest.ParseFactor("Retry").Key(), 1, "Retry", search.StatusFound},
		{"a label", "Retry", 1, "Retry", search.StatusFound},
		{"part of labels in any case", "rEtRy", 2, "", search.StatusFound},
		{"an outcome", "outcome:failure", 1, "outcome=failure", search.StatusFound},
		{"an outcome in capitals", "OUTCOME:Failure", 1, "outcome=failure", search.StatusFound},
		{"the label of an outcome", "outcome=failure", 1, "outcome=failure", search.StatusFound},
		{"an outcome that no episode has", "outcome:partial", 0, "", search.StatusUnknownEnd},
		{"a pattern", "pytest * tests", 1, "pytest failed <n> tests", search.StatusFound},
		{"a pattern that only part of a label is like", "failed * tests", 0, "", search.StatusUnknownEnd},
		{"a pattern of anything", "*", 0, "", search.StatusUnknownEnd},
		{"what looks like a key", "0123456789abcdef", 0, "", search.StatusUnknownEnd},
		{"too many", "many", search.MaxMatches + 1, "", search.StatusAmbiguous},
		{"nothing", "absent", 0, "", search.StatusUnknownEnd},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			a := askPath(t, m, pathQuestion(c.name, "outcome:failure"))
			if a.From.Total != c.total || a.Status != c.status || a.From.Asked != c.name {
				t.Errorf("%s of %d: %+v", a.Status, a.From.Total, a.From)
			}
			if c.first != "" && a.From.Matches[0].Label() != c.first {
				t.Errorf("first %q", a.From.Matches[0].Label())
			}
			if a.Text.Text == "" || a.Text.Tokens > explain.DefaultBudget {
				t.Errorf("%+v", a.Text)
			}
		})
	}
}

func TestFactorPathRefuses(t *testing.T) {
	over := 1.5
	for why, change := range map[string]func(*paths.Question){
		"no beginning":            func(q *paths.Question) { q.From = "" },
		"no end":                  func(q *paths.Question) { q.To = " " },
		"no such mode":            func(q *paths.Question) { q.Mode = "longest" },
		"all simple too deep":     func(q *paths.Question) { q.Mode, q.MaxDepth = paths.ModeAllSimple, 11 },
		"shortest too deep":       func(q *paths.Question) { q.MaxDepth = 101 },
		"a negative depth":        func(q *paths.Question) { q.MaxDepth = -1 },
		"too many best":           func(q *paths.Question) { q.Mode, q.Limit = paths.ModeKBest, paths.MaxBest+1 },
		"too many paths":          func(q *paths.Question) { q.Limit = search.MaxPaths + 1 },
		"no such relation":        func(q *paths.Question) { q.Follow.Relations = []episodic.Relation{"likes"} },
		"no such basis":           func(q *paths.Question) { q.Follow.Bases = []episodic.Basis{"rumour"} },
		"no such rule":            func(q *paths.Question) { q.Follow.Shown = "some" },
		"a strength over 1":       func(q *paths.Question) { q.Follow.MinStrength = &over },
		"no order to respect":     func(q *paths.Question) { q.Follow = inTime(episodic.RelationCorrelates) },
		"a budget for no basis":   func(q *paths.Question) { q.Budget = explain.LeastBudget - 1 },
		"a budget for everything": func(q *paths.Question) { q.Budget = explain.MostBudget + 1 },
	} {
		q := pathQuestion("a", "b")
		change(&q)
		var invalid *problem.InvalidError
		if _, err := causaltest.ServiceOver(&causaltest.Memory{}).Paths.FactorPath(t.Context(), q); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	q := pathQuestion("a", "b")
	q.Project = "unknown"
	for _, rule := range []link.ShowRule{"", link.ShowAll} {
		q.Follow.Shown = rule
		if _, err := causaltest.ServiceOver(&causaltest.Memory{}).Paths.FactorPath(t.Context(), q); !errors.Is(err, episodic.ErrProjectNotFound) {
			t.Errorf("of an unknown project by rule %q: %v", rule, err)
		}
	}
}

func TestFactorPathToItself(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{causaltest.Causes("a", "b", .5), causaltest.Causes("b", "a", .5), causaltest.Causes("a", "a", .5)}}
	for _, mode := range paths.Modes() {
		q := pathQuestion("a", "a")
		q.Mode, q.Bottlenecks = mode, true
		a := askPath(t, m, q)
		if a.Status != search.StatusFound || len(a.Paths) != 1 || a.Paths[0].Length() != 0 || *a.Paths[0].Strength() != 1 || a.Paths[0].Polarity() != 1 {
			t.Errorf("%s: %s %+v", mode, a.Status, a.Paths)
		}
	}
}

func TestFactorPathTellsWhatItLeavesOut(t *testing.T) {
	weak := causaltest.Causes("b", "c", .5)
	weak.Statements, weak.StatedStrength = 0, nil
	weak.Evidence.Temporal, weak.Pair.N00 = 1, 40
	weak.Measure = link.Measure{Unsupported: true}
	m := &causaltest.Memory{Links: []link.FactorLink{causaltest.Causes("a", "b", .5), weak}, State: layer.Derivation{Underived: 3}}
	q := pathQuestion("a", "c")
	q.State = true
	a := askPath(t, m, q)
	if a.Status != search.StatusNoPath || a.LeftOut.Hidden != 1 || a.LeftOut.HiddenPath != 2 || a.Shown != link.ShowDefault {
		t.Errorf("%s %+v", a.Status, a.LeftOut)
	}
	for _, want := range []string{"one of 2 links over weak links", "3 episodes not derived yet"} {
		if !strings.Contains(a.Text.Text, want) {
			t.Errorf("no %q in %s", want, a.Text.Text)
		}
	}
	m.Rules.Shown = link.ShowAll
	a = askPath(t, m, pathQuestion("a", "c"))
	if a.Status != search.StatusFound || a.LeftOut.Hidden != 0 || a.Paths[0].WeakestBasis() != episodic.BasisTemporal {
		t.Errorf("%s %+v", a.Status, a.Paths)
	}
	for _, want := range []string{"only the order in time", "not borne out by 40 episodes", "strength unknown"} {
		if !strings.Contains(a.Text.Text, want) {
			t.Errorf("no %q in %s", want, a.Text.Text)
		}
	}
	q = pathQuestion("a", "c")
	q.Mode = paths.ModeStrongest
	a = askPath(t, m, q)
	if a.Status != search.StatusNoPath || a.LeftOut.Unweighed != 1 || !strings.Contains(a.Text.Text, "known strength all the way") {
		t.Errorf("%s %+v: %s", a.Status, a.LeftOut, a.Text.Text)
	}
}

// TestFactorPathIsCut has more simple paths than an answer holds.
func TestFactorPathIsCut(t *testing.T) {
	m := &causaltest.Memory{}
	last := []string{"from"}
	for layer := range 5 {
		var now []string
		for i := range 5 {
			name := fmt.Sprintf("n%d-%d", layer, i)
			now = append(now, name)
			for _, before := range last {
				m.Links = append(m.Links, causaltest.Causes(before, name, .5))
			}
		}
		last = now
	}
	for _, before := range last {
		m.Links = append(m.Links, causaltest.Causes(before, "to", .5))
	}
	q := pathQuestion("from", "to")
	for _, mode := range []paths.Mode{paths.ModeAllSimple, paths.ModeAllShortest} {
		for limit, want := range map[int]int{0: paths.DefaultPaths, search.MaxPaths: search.MaxPaths} {
			q.Mode, q.MaxDepth, q.Limit = mode, 8, limit
			a := askPath(t, m, q)
			if a.Status != search.StatusTruncated || len(a.Paths) != want || !strings.Contains(a.Text.Text, "Truncated") {
				t.Errorf("%s: %s with %d paths", mode, a.Status, len(a.Paths))
			}
		}
	}
	q.Mode, q.Limit = paths.ModeKBest, 7
	if a := askPath(t, m, q); a.Status != search.StatusFound || len(a.Paths) != 7 {
		t.Errorf("%s with %d paths", a.Status, len(a.Paths))
	}
}

// TestFactorPathEndsWithItsContext wants a search to stop between two ways it tries.
func TestFactorPathEndsWithItsContext(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{causaltest.Causes("a", "b", .5), causaltest.Causes("b", "c", .5), causaltest.Causes("a", "c", .1)}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := paths.Question{Project: "p", From: "a", To: "c", Mode: paths.ModeKBest}
	if _, err := causaltest.ServiceOver(m).Paths.FactorPath(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}

func inTime(relations ...episodic.Relation) search.FactorFollow {
	return search.FactorFollow{Relations: relations, InTime: true}
}

// TestFactorPathInTime asks over links that correlate, whose ends are in the order of their
// keys and not of time, and over one of which no episode tells the order.
func TestFactorPathInTime(t *testing.T) {
	correlates := causaltest.Causes("a", "b", .5)
	correlates.Relation = episodic.RelationCorrelates
	first, second, untold := causaltest.Causes("a", "c", .5), causaltest.Causes("c", "b", .5), causaltest.Causes("a", "b", .5)
	first.Pair.Forward, second.Pair.Forward, second.Pair.Backward = 1, 2, 2
	m := &causaltest.Memory{Links: []link.FactorLink{correlates, untold, first, second}}
	for _, ends := range [][2]string{{"a", "b"}, {"b", "a"}} {
		q := pathQuestion(ends[0], ends[1])
		q.Follow = inTime(episodic.Relations()...)
		want := map[string]int{"a": 1, "b": 0}[ends[0]]
		if a := askPath(t, m, q); len(a.Paths) != want || want == 1 && len(a.Paths[0].Steps) != 2 {
			t.Errorf("from %s: %+v", ends[0], a.Paths)
		}
	}
}

// TestPatternOverTooMany names factors by a text that more of them hold than are looked at.
func TestPatternOverTooMany(t *testing.T) {
	m := &causaltest.Memory{}
	for i := range 1_001 {
		m.Links = append(m.Links, causaltest.Causes(fmt.Sprint("cause ", i), "failure", .5))
	}
	for name, want := range map[string]search.Status{"cause *": search.StatusAmbiguous, "cause *x": search.StatusAmbiguous, "*failure": search.StatusFound} {
		a := askPath(t, m, pathQuestion(name, "failure"))
		if a.Status != want || (want == search.StatusAmbiguous) != strings.Contains(a.Text.Text, "too wide") {
			t.Errorf("%s: %s, %s", name, a.Status, a.Text.Text)
		}
	}
}

func TestFactorPathAsOf(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	seen := func(l link.FactorLink, from, to int) link.FactorLink {
		l.FirstSeen, l.LastSeen = day(from), day(to)
		l.Evidence.Stated = 5
		return l
	}
	early, late := seen(causaltest.Causes("a", "b", .9), 1, 20), seen(causaltest.Causes("b", "c", .9), 15, 20)
	only := causaltest.Causes("a", "c", .9)
	then := early
	then.Evidence = link.BasisCounts{Temporal: 2}
	then.Pair = link.PairCounts{N11: 2, N10: 1, N00: 3}
	m := &causaltest.Memory{Links: []link.FactorLink{early, late, only}, Then: map[string]link.FactorLink{early.Key: then}}
	for _, mode := range paths.Modes() {
		q := pathQuestion("a", "b")
		q.Mode, q.AsOf = mode, day(10)
		a := askPath(t, m, q)
		if len(a.Paths) != 1 {
			t.Errorf("%s: %s", mode, a.Status)
			continue
		}
		l := a.Paths[0].Steps[0].Link
		if l.Evidence != then.Evidence || l.Pair != then.Pair || l.Statements != 0 || l.Measure.Unmeasured || !l.LastSeen.IsZero() {
			t.Errorf("%s: %+v", mode, l)
		}
		if !strings.Contains(a.Text.Text, "until 2026-01-10") || !strings.Contains(a.Text.Text, "the order in time in 2 episodes") {
			t.Errorf("%s: %s", mode, a.Text.Text)
		}
	}
	q := pathQuestion("a", "c")
	q.AsOf = day(10)
	if a := askPath(t, m, q); a.Status != search.StatusNoPath {
		t.Errorf("over what was not seen yet: %s", a.Status)
	}
	q = pathQuestion("a", "b")
	q.AsOf, q.Follow.Bases = day(10), []episodic.Basis{episodic.BasisStated}
	if a := askPath(t, m, q); a.Status != search.StatusNoPath {
		t.Errorf("over a basis that it only has today: %s", a.Status)
	}
}

// TestExplanationsFit asks for long paths of long labels within little.
func TestExplanationsFit(t *testing.T) {
	m := &causaltest.Memory{}
	for i := range 12 {
		m.Links = append(m.Links, causaltest.Causes(fmt.Sprint(i, strings.Repeat(" and so on", 40)), fmt.Sprint(i+1, strings.Repeat(" and so on", 40)), -1))
	}
	for _, budget := range []int{explain.LeastBudget, 100, 200, explain.MostBudget} {
		q := pathQuestion(m.Links[0].Source.Key(), m.Links[11].Target.Key())
		q.Budget = budget
		a := askPath(t, m, q)
		if a.Text.Tokens >= budget || !strings.Contains(a.Text.Text, "every link is only stated") {
			t.Errorf("%d tokens of %d: %s", a.Text.Tokens, budget, a.Text.Text)
		}
		if a.Text.Cut != strings.Contains(a.Text.Text, "…") || !a.Text.Cut {
			t.Errorf("cut is %v: %s", a.Text.Cut, a.Text.Text)
		}
	}
	text, err := causaltest.ServiceOver(m).Paths.ExplainLink(m.Links[0])
	if err != nil || !strings.Contains(text, "stated by hand") || len(text) > 4*explain.DefaultBudget {
		t.Errorf("%q, %v", text, err)
	}
}

// TestExplanationsFit_LeastBudget wants the least budget to be kept, whatever is said first and
// whatever labels are made of.
func TestExplanationsFit_LeastBudget(t *testing.T) {
	for _, letter := range []string{"a ", "日本", "🧩", "᚛ᚄ", "\U0001F468\u200d\U0001F469"} {
		a, b, c := "a"+strings.Repeat(letter, 60), "b"+strings.Repeat(letter, 60), "c"+strings.Repeat(letter, 60)
		m := &causaltest.Memory{Links: []link.FactorLink{causaltest.Causes(a, b, .5), causaltest.Causes(b, c, -1), causaltest.Causes("b"+a, c, .5)}}
		for _, mode := range paths.Modes() {
			for _, ends := range [][2]string{{a, c}, {c, a}, {"a", c}, {letter, c}, {"nothing" + a, a}} {
				q := paths.Question{Project: "p", From: ends[0], To: ends[1], Mode: mode, Budget: explain.LeastBudget, State: true}
				if got := askPath(t, m, q).Text; got.Tokens >= explain.LeastBudget || got.Text == "" {
					t.Errorf("%s: %d tokens: %s", mode, got.Tokens, got.Text)
				}
			}
		}
		for _, d := range []search.Direction{search.Upstream, search.Downstream} {
			q := paths.ReachQuestion{Project: "p", Of: a, Direction: d, Budget: explain.LeastBudget}
			got, err := causaltest.ServiceOver(m).Paths.Reach(t.Context(), q)
			if err != nil || got.Text.Tokens >= explain.LeastBudget {
				t.Errorf("%d tokens, %v: %s", got.Text.Tokens, err, got.Text.Text)
			}
		}
	}
}

func TestLinkInWords(t *testing.T) {
	strength, delta, low, high := .5, .4, .2, .6
	measured := link.FactorLink{Relation: episodic.RelationCauses, Pair: link.PairCounts{N11: 30, N00: 10, Forward: 5, Backward: 20}}
	measured.Measure = link.Measure{Strength: &strength, DeltaP: &delta, DeltaLow: &low, DeltaHigh: &high, AmbiguousDirection: true}
	temporal := link.FactorLink{Measure: link.Measure{Unmeasured: true}, Evidence: link.BasisCounts{Temporal: 1}}
	refuted := temporal
	refuted.Measure = link.Measure{Unsupported: true, DeltaP: &low, DeltaLow: &low, DeltaHigh: &high, Suggested: episodic.RelationPrevents}
	refuted.Evidence.Stated = 2
	byHand := causaltest.Stated("a", episodic.RelationCauses, "b", .3)
	for want, l := range map[string]link.FactorLink{
		"measured in 40 episodes, strength 0.50, difference 0.40 [0.20, 0.60]; direction unclear: the effect came first in 20 of 25":                           measured,
		"only the order in time in 1 episode; not measured":                                                                                                    temporal,
		"stated by 2 episodes; the order in time in 1 episode; not borne out by 0 episodes, difference 0.20 [0.20, 0.60]; the counts suggest that it prevents": refuted,
		"stated by hand with strength 0.30; not measured":                                                                                                      byHand,
	} {
		if got := l.InWords(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

package trace_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// walk is the path along those keys.
func walk(keys ...string) trace.Path {
	p := trace.Path{From: episodic.Occurrence{Key: keys[0]}, To: episodic.Occurrence{Key: keys[len(keys)-1]}}
	for i := 1; i < len(keys); i++ {
		p.Hops = append(p.Hops, hop(keys[i-1], keys[i]))
	}
	return p
}

// named is an end whose name matches those keys, total in all.
func named(asked string, total int, keys ...string) trace.End {
	e := trace.End{Asked: asked, Total: total}
	for _, key := range keys {
		e.Matches = append(e.Matches, episodic.Occurrence{Key: key})
	}
	return e
}

func TestEnd_Status(t *testing.T) {
	none, one := trace.End{Asked: "a"}, named("x/a", 1, "x/a")
	most, over := trace.End{Total: search.MaxMatches}, trace.End{Total: search.MaxMatches + 1}
	cases := map[string]struct {
		why      string
		from, to trace.End
		want     search.Status
	}{
		"both known":    {"only a search can tell", one, one, ""},
		"no beginning":  {"nothing to search from", none, one, search.StatusUnknownEnd},
		"no end":        {"nothing to search for", one, none, search.StatusUnknownEnd},
		"both full":     {"as many as may be are searched", most, most, ""},
		"vague from":    {"too many to search from", over, one, search.StatusAmbiguous},
		"vague to":      {"too many to search for", one, over, search.StatusAmbiguous},
		"vague to none": {"no choice of the many would help", over, none, search.StatusUnknownEnd},
		"none to vague": {"no choice of the many would help", none, over, search.StatusUnknownEnd},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := trace.EndStatus(c.from, c.to); got != c.want {
				t.Errorf("%s: got %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestEnd_Understood(t *testing.T) {
	cases := map[string]struct {
		why              string
		end              trace.End
		exact, ambiguous bool
	}{
		"key":         {"a key names one occurrence", named("x/a", 1, "x/a"), true, false},
		"label":       {"part of one label is no key", named("cache", 1, "x/a"), false, false},
		"two labels":  {"a name of two is ambiguous", named("cache", 2, "x/a", "x/b"), false, true},
		"many labels": {"a key among labels is not what was asked alone", named("x/a", 2, "x/a", "x/b"), false, true},
		"none":        {"nothing is neither", named("cache", 0), false, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := trace.ExactEnd(c.end); got != c.exact {
				t.Errorf("%s: exact %v", c.why, got)
			}
			if got := c.end.Ambiguous(); got != c.ambiguous {
				t.Errorf("%s: ambiguous %v", c.why, got)
			}
		})
	}
}

func TestPath_Status(t *testing.T) {
	found := []trace.Path{walk("a", "b")}
	cases := map[string]struct {
		why   string
		paths []trace.Path
		more  bool
		want  search.Status
	}{
		"found":         {"an answer is whole", found, false, search.StatusFound},
		"none":          {"the search came to its end", nil, false, search.StatusNoPath},
		"cut":           {"others exist", found, true, search.StatusTruncated},
		"stopped early": {"a search that was stopped never says that there is no path", nil, true, search.StatusTruncated},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := trace.PathStatus(c.paths, c.more); got != c.want {
				t.Errorf("%s: got %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestEmptyPaths_JoinAnOccurrenceToItself(t *testing.T) {
	from, to := named("n", 3, "x/a", "x/b", "x/c"), named("m", 3, "x/c", "x/d", "x/a")
	got := trace.EmptyPaths(from, to)
	if diff := cmp.Diff([]string{"x/a", "x/c"}, trails(got)); diff != "" {
		t.Errorf("what both names match is joined to itself (-want +got):\n%s", diff)
	}
	for _, p := range got {
		if p.Length() != 0 || p.From.Key != p.To.Key {
			t.Errorf("%+v is no empty path", p)
		}
	}
}

func TestCut_TellsWhetherItCut(t *testing.T) {
	paths := []trace.Path{walk("a", "b"), walk("a", "c")}
	for limit, want := range map[int]struct {
		n    int
		more bool
	}{1: {1, true}, 2: {2, false}, 3: {2, false}} {
		if got, more, err := trace.Cut(paths, limit); len(got) != want.n || more != want.more || err != nil {
			t.Errorf("limit %d: %d paths, more %v, %v", limit, len(got), more, err)
		}
	}
}

func TestPathQuestion_Defaults(t *testing.T) {
	got := trace.PathDefaults(trace.PathQuestion{From: " x/a\n", To: "\tx/b "})
	want := trace.PathQuestion{
		From: "x/a", To: "x/b", Mode: trace.ModeShortest, MaxDepth: 100, Limit: 1000,
		Follow: search.Follow{
			Relations: []episodic.Relation{"causes", "enables", "prevents"},
			Bases:     []episodic.Basis{"stated", "extracted", "temporal", "measured"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what correlates is followed only on request (-want +got):\n%s", diff)
	}
	asked := trace.PathQuestion{
		From: "a", To: "b", Mode: trace.ModeAllSimple, MaxDepth: 3, Limit: 7,
		Follow: search.Follow{Relations: []episodic.Relation{"correlates"}, Bases: []episodic.Basis{"measured"}},
	}
	if diff := cmp.Diff(asked, trace.PathDefaults(asked)); diff != "" {
		t.Errorf("what was asked for stays (-want +got):\n%s", diff)
	}
}

func TestTraceQuestion_Defaults(t *testing.T) {
	got := trace.TraceDefaults(trace.Question{Of: "x/a", Page: episodic.Page{After: "1 x/b"}})
	want := trace.Question{Of: "x/a", MaxDepth: 100, Page: episodic.Page{Limit: 20, After: "1 x/b"}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(trace.Question{}, "Follow")); diff != "" || len(got.Follow.Relations) != 3 {
		t.Errorf("(-want +got):\n%s", diff)
	}
	asked := trace.Question{MaxDepth: 2, Page: episodic.Page{Limit: 3}}
	if got := trace.TraceDefaults(asked); got.MaxDepth != 2 || got.Page.Limit != 3 {
		t.Errorf("what was asked for does not stay: %+v", got)
	}
}

func TestQuestions_TakeTheirLimits(t *testing.T) {
	path := func(mode trace.Mode, depth, limit int) error {
		return trace.CheckPath(trace.PathQuestion{From: "a", To: "b", Mode: mode, MaxDepth: depth, Limit: limit})
	}
	reached := func(d search.Direction, depth int) error {
		return trace.CheckTrace(trace.Question{Direction: d, MaxDepth: depth})
	}
	cases := map[string]struct {
		err  error
		want []string
	}{
		"one link":            {path(trace.ModeShortest, 1, 1), nil},
		"most of shortest":    {path(trace.ModeShortest, 100, 1000), nil},
		"most of shortests":   {path(trace.ModeAllShortest, 100, 1000), nil},
		"most of simple":      {path(trace.ModeAllSimple, 10, 1000), nil},
		"one too deep":        {path(trace.ModeAllShortest, 101, 1), []string{"max_depth"}},
		"one too deep simple": {path(trace.ModeAllSimple, 11, 1), []string{"max_depth"}},
		"no links":            {path(trace.ModeShortest, 0, 1), []string{"max_depth"}},
		"no paths":            {path(trace.ModeShortest, 1, 0), []string{"limit"}},
		"less than none":      {path(trace.ModeShortest, 1, -1), []string{"limit"}},
		"upstream":            {reached(search.Upstream, 100), nil},
		"downstream":          {reached(search.Downstream, 1), nil},
		"trace of no links":   {reached(search.Downstream, 0), []string{"max_depth"}},
		"trace backwards":     {reached(search.Upstream, -1), []string{"max_depth"}},
		"sideways":            {reached("sideways", 1), []string{"direction"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if c.want == nil {
				if c.err != nil {
					t.Error(c.err)
				}
				return
			}
			if diff := cmp.Diff(c.want, problemPaths(t, c.err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestService_Neighbours_Refuses(t *testing.T) {
	follow := search.Follow{Relations: []episodic.Relation{"hates"}, Bases: []episodic.Basis{"stated", "hearsay"}}
	_, err := memory.NewCauses(memory.CauseParts{}, time.Now).Trace.Neighbors(t.Context(), "p", []string{"x/a"}, search.Upstream, follow)
	if diff := cmp.Diff([]string{"relations[0]", "bases[1]"}, problemPaths(t, err)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

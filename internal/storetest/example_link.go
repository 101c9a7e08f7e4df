package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
)

func linkExamples() []example {
	return []example{
		{"several ends", exampleSeveralEnds},
		{"a long chain of parallel links", exampleLongChain},
		{"equal paths", exampleTies},
		{"neighbors", exampleNeighbors},
		{"a ring", exampleRing},
	}
}

// searchOf returns a search for causal paths of any basis.
func searchOf(project, from, to string, depth int) trace.PathSearch {
	return trace.PathSearch{
		Project: project, From: strings.Fields(from), To: strings.Fields(to), Depth: depth,
		Relations: episodic.CausalRelations(), Bases: episodic.Bases(), Limit: 100,
	}
}

// trails returns the keys along paths.
func trails(paths []trace.Path) []string {
	var out []string
	for _, p := range paths {
		out = append(out, strings.Join(keysAlong(p), " "))
	}
	return out
}

func exampleSeveralEnds(t *testing.T, f *fixture) {
	p := f.project(t)
	f.record(t, p, prepare(t, "a", 4), prepare(t, "b", 3, linked(linkOf("a/e4", "e1"))))
	got, err := f.Graph.ShortestPaths(t.Context(), searchOf(p, "a/e1 a/e3 b/e1 gone/e1", "b/e1 b/e3", 10))
	must(t, err)
	want := []string{
		"a/e3 a/e4 b/e1", "b/e1 b/e2 b/e3", "a/e1 a/e2 a/e3 a/e4 b/e1", "a/e3 a/e4 b/e1 b/e2 b/e3", "a/e1 a/e2 a/e3 a/e4 b/e1 b/e2 b/e3",
	}
	if diff := cmp.Diff(want, trails(got)); diff != "" {
		t.Errorf("a path for each pair, shortest first, equal and unknown ends left out (-want +got):\n%s", diff)
	}
	cut := searchOf(p, "a/e1 a/e3 b/e1", "b/e1 b/e3", 10)
	cut.Limit = 2
	if got, err = f.Graph.ShortestPaths(t.Context(), cut); err != nil || cmp.Diff(want[:2], trails(got)) != "" {
		t.Errorf("the first two: %v, %v", trails(got), err)
	}
}

// Paths along a chain with parallel links at each step are not multiplied by these links: that many
// would not be searched before the time limit of a transaction.
func exampleLongChain(t *testing.T, f *fixture) {
	p := f.project(t)
	const length = 99
	f.record(t, p, prepare(t, "long", length+3, func(e *episodic.Episode) {
		for i := range length + 2 {
			for _, basis := range []episodic.Basis{episodic.BasisTemporal, episodic.BasisExtracted} {
				e.Links = append(e.Links, episodic.Link{
					Source: fmt.Sprintf("e%d", i+1), Target: fmt.Sprintf("e%d", i+2), Relation: episodic.RelationEnables, Basis: basis,
				})
			}
		}
	}))
	got, err := f.Graph.ShortestPaths(t.Context(), searchOf(p, "long/e1", fmt.Sprintf("long/e%d", length+1), search.MaxShortestDepth))
	must(t, err)
	if len(got) != 1 || got[0].Length() != length || got[0].Hops[7].Link.Basis != episodic.BasisStated {
		t.Errorf("%d paths: %v", len(got), trails(got))
	}
	got, err = f.Graph.ShortestPaths(t.Context(), searchOf(p, "long/e1", fmt.Sprintf("long/e%d", length+3), search.MaxShortestDepth))
	if err != nil || len(got) != 0 {
		t.Errorf("a path of %d links is over the depth: %d paths, %v", length+2, len(got), err)
	}
	service := memory.NewCauses(memory.CauseParts{Links: f.Graph, Occurrences: f.Graph}, time.Now).Trace
	for _, c := range []struct {
		why            string
		q              trace.PathQuestion
		length, beyond int
	}{
		{"a question without a depth finds the shortest path however long", trace.PathQuestion{}, length, 0},
		{"a depth that is too small is told with the length of the path", trace.PathQuestion{MaxDepth: length - 1}, 0, length},
		{"so is the default of simple paths", trace.PathQuestion{Mode: trace.ModeAllSimple}, 0, length},
	} {
		c.q.Project, c.q.From, c.q.To = p, "long/e1", fmt.Sprintf("long/e%d", length+1)
		answer, err := service.Path(t.Context(), c.q)
		must(t, err)
		found := 0
		for _, path := range answer.Paths {
			found = path.Length()
		}
		if found != c.length || answer.ShortestBeyond != c.beyond {
			t.Errorf("%s: %s with %d links, beyond the depth %d", c.why, answer.Status, found, answer.ShortestBeyond)
		}
	}
}

// Between two occurrences lie layers, each fully linked with the next: the answer is the path with the
// least keys, however many there are.
func exampleTies(t *testing.T, f *fixture) {
	p := f.project(t)
	const width, layers = 9, 4
	var want []string
	f.record(t, p, prepare(t, "tied", 0, func(e *episodic.Episode) {
		before := []string{"from"}
		e.Events = append(e.Events, episodic.Event{ID: "from"}, episodic.Event{ID: "to"})
		for layer := range layers {
			var now []string
			for i := range width {
				id := fmt.Sprintf("n%d-%d", (layer*7)%layers, width-i)
				now = append(now, id)
				e.Events = append(e.Events, episodic.Event{ID: id})
			}
			e.Links = append(e.Links, product(before, now)...)
			before = now
			want = append(want, "tied/"+now[width-1])
		}
		e.Links = append(e.Links, product(before, []string{"to"})...)
	}))
	got, err := f.Graph.ShortestPaths(t.Context(), searchOf(p, "tied/from", "tied/to", search.MaxShortestDepth))
	must(t, err)
	if diff := cmp.Diff([]string{"tied/from " + strings.Join(want, " ") + " tied/to"}, trails(got)); diff != "" {
		t.Errorf("the first of %d^%d equal paths (-want +got):\n%s", width, layers, diff)
	}
	answer, err := memory.NewCauses(memory.CauseParts{Links: f.Graph, Occurrences: f.Graph}, time.Now).Trace.Path(t.Context(), trace.PathQuestion{
		Project: p, From: "tied/from", To: "tied/to", Mode: trace.ModeAllShortest, Limit: 5,
	})
	must(t, err)
	if answer.Status != search.StatusTruncated || len(answer.Paths) != 5 || trails(answer.Paths)[0] != trails(got)[0] {
		t.Errorf("%s: the first 5 of all: %v", answer.Status, trails(answer.Paths))
	}
}

func product(from, to []string) []episodic.Link {
	var out []episodic.Link
	for _, source := range from {
		for _, target := range to {
			out = append(out, linkOf(source, target))
		}
	}
	return out
}

func exampleNeighbors(t *testing.T, f *fixture) {
	p := f.project(t)
	noted := episodic.Link{
		Source: "a/e2", Target: "e1", Relation: episodic.RelationPrevents, Basis: episodic.BasisExtracted, Confidence: new(0.25), Note: "seen twice",
	}
	correlated := episodic.Link{Source: "e1", Target: "a/e1", Relation: episodic.RelationCorrelates, Basis: episodic.BasisMeasured}
	f.record(t, p, prepare(t, "b", 2, linked(noted, correlated)))
	f.record(t, p, prepare(t, "a", 2))
	describe := func(found map[string][]trace.Neighbor) []string {
		var out []string
		for _, of := range []string{"a/e1", "a/e2", "b/e1"} {
			for _, n := range found[of] {
				line := fmt.Sprintf("%s %s %s %s by %s %s", of, n.Link.Relation, n.Occurrence.Key, n.Link.Basis, n.Link.Episode, n.Link.Note)
				if n.Link.Confidence != nil {
					line += fmt.Sprint(*n.Link.Confidence)
				}
				out = append(out, strings.TrimSpace(line))
			}
		}
		return out
	}
	for _, c := range []struct {
		why    string
		d      search.Direction
		follow search.Follow
		want   []string
	}{
		{"what links of causal meaning lead to", search.Downstream, follow(nil, nil), []string{
			"a/e1 causes a/e2 stated by a", "a/e2 prevents b/e1 extracted by b seen twice0.25", "b/e1 causes b/e2 stated by b",
		}},
		{"where they come from", search.Upstream, follow(nil, nil), []string{
			"a/e2 causes a/e1 stated by a", "b/e1 prevents a/e2 extracted by b seen twice0.25",
		}},
		{"correlations only by name, at both ends", search.Upstream, follow([]episodic.Relation{episodic.RelationCorrelates}, nil), []string{
			"a/e1 correlates b/e1 measured by b", "b/e1 correlates a/e1 measured by b",
		}},
		{"one basis", search.Downstream, follow(nil, []episodic.Basis{episodic.BasisExtracted}), []string{
			"a/e2 prevents b/e1 extracted by b seen twice0.25",
		}},
	} {
		found, err := f.Graph.Neighbors(t.Context(), p, []string{"a/e1", "a/e2", "b/e1", "b/e1", "gone/e1"}, c.d, c.follow)
		must(t, err)
		if diff := cmp.Diff(c.want, describe(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// Causes may form a cycle: it has no end, and nothing is reached twice.
func exampleRing(t *testing.T, f *fixture) {
	p := f.project(t)
	f.record(t, p, prepare(t, "a", 4, linked(linkOf("e4", "e1"))))
	for _, d := range []search.Direction{search.Upstream, search.Downstream} {
		found, err := f.Graph.Trace(t.Context(), trace.Question{
			Project: p, Of: "a/e2", Direction: d, MaxDepth: search.MaxShortestDepth, Follow: follow(nil, nil), Page: episodic.Page{Limit: 9},
		})
		must(t, err)
		if len(found) != 3 {
			t.Errorf("%s: %+v", d, found)
		}
		for i, r := range found {
			if r.End || r.Depth != i+1 || r.Occurrence.Key == "a/e2" {
				t.Errorf("%s: place %d holds %+v", d, i, r)
			}
		}
	}
}

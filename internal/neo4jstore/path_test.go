package neo4jstore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

// trails returns the keys along paths.
func trails(paths []causal.Path) [][]string {
	var out [][]string
	for _, p := range paths {
		trail := []string{p.From.Key}
		for _, h := range p.Hops {
			trail = append(trail, h.To.Key)
		}
		out = append(out, trail)
	}
	return out
}

func TestStore_paths_randomGraphs(t *testing.T) {
	s := store(t)
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 8))
		p := project(t, s)
		g := randomGraph(t, s, p, r)
		for range 12 {
			from, to, f := pick(r, g.keys), pick(r, g.keys), randomFollow(r)
			if from == to {
				continue
			}
			depth := 1 + r.IntN(7)
			name := fmt.Sprintf("seed %d: %s to %s, %d links of %v %v", seed, from, to, depth, f.Relations, f.Bases)
			checkPaths(t, s, g, name, causal.PathSearch{
				Project: p, From: []string{from}, To: []string{to}, Depth: depth,
				Relations: f.Relations, Bases: f.Bases, Limit: 1000,
			})
		}
	}
}

func checkPaths(t *testing.T, s *neo4jstore.Store, g graph, name string, q causal.PathSearch) {
	t.Helper()
	f := causal.Follow{Relations: q.Relations, Bases: q.Bases}
	all := g.simple(q.From[0], q.To[0], q.Depth, f)
	one, err := s.ShortestPaths(t.Context(), q)
	must(t, err)
	checkHops(t, g, name, f, one)
	want := shortestOf(all)
	if diff := cmp.Diff(want[:min(len(want), 1)], trails(one), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: the first of %v (-want +got):\n%s", name, want, diff)
	}
	whole := 0
	for _, cut := range []int{10000, 3} {
		q.Limit = cut
		hops, more, err := s.Subgraph(t.Context(), q)
		must(t, err)
		if cut == 3 {
			if len(hops) > cut || more != (whole > cut) {
				t.Errorf("%s: a subgraph of %d hops cut to %d has %d, more %t", name, whole, cut, len(hops), more)
			}
			continue
		}
		whole = len(hops)
		found, _ := causal.SimplePaths(hops, q.From, q.To, q.Depth, 1000)
		checkHops(t, g, name, f, found)
		if diff := cmp.Diff(all, trails(found)); diff != "" || more {
			t.Errorf("%s: all simple, more %t (-want +got):\n%s", name, more, diff)
		}
	}
}

// checkHops compares every hop with the strongest of the links that the test wrote there.
func checkHops(t *testing.T, g graph, name string, f causal.Follow, paths []causal.Path) {
	t.Helper()
	for _, p := range paths {
		for _, h := range p.Hops {
			best := -1
			for _, l := range g.links {
				there := l.source == h.From.Key && l.target == h.To.Key
				back := l.relation == episodic.RelationCorrelates && l.target == h.From.Key && l.source == h.To.Key
				if (there || back) && slices.Contains(f.Relations, l.relation) && slices.Contains(f.Bases, l.basis) {
					if at := slices.Index(episodic.Bases(), l.basis); best < 0 || at < best {
						best = at
					}
				}
			}
			if best < 0 || episodic.Bases()[best] != h.Link.Basis || h.Link.ID == "" || h.Link.Episode == "" || h.Link.RecordedAt.IsZero() {
				t.Errorf("%s: hop %s to %s carries %+v", name, h.From.Key, h.To.Key, h.Link)
			}
			if want := "step " + h.From.Key[len(h.From.Key)-1:] + " of " + h.From.Episode; h.From.Label != want || h.From.Kind != episodic.KindEvent {
				t.Errorf("%s: an end reads %+v", name, h.From)
			}
		}
	}
}

func TestStore_Trace_randomGraphs(t *testing.T) {
	s := store(t)
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := project(t, s)
		g := randomGraph(t, s, p, r)
		for range 8 {
			of, f, depth := pick(r, g.keys), randomFollow(r), 1+r.IntN(5)
			for _, d := range []causal.Direction{causal.Upstream, causal.Downstream} {
				name := fmt.Sprintf("seed %d: %s of %s, %d links of %v %v", seed, d, of, depth, f.Relations, f.Bases)
				q := causal.TraceQuestion{Project: p, Of: of, Direction: d, MaxDepth: depth, Follow: f, Page: episodic.Page{Limit: 2}}
				checkTrace(t, s, g, name, q)
			}
		}
	}
}

func checkTrace(t *testing.T, s *neo4jstore.Store, g graph, name string, q causal.TraceQuestion) {
	t.Helper()
	want := map[string]string{}
	for key, depth := range g.distances(q.Of, q.Follow, q.Direction) {
		if depth <= q.MaxDepth {
			want[key] = fmt.Sprintf("%d end %t", depth, len(g.next(key, q.Follow, q.Direction)) == 0)
		}
	}
	n, err := s.CountTrace(t.Context(), q)
	must(t, err)
	if n != len(want) {
		t.Errorf("%s: count %d, want %d", name, n, len(want))
	}
	got := map[string]string{}
	for last := ""; ; {
		page, err := s.Trace(t.Context(), q)
		must(t, err)
		for _, reached := range page {
			if reached.SortKey <= last {
				t.Fatalf("%s: %s follows %s", name, reached.SortKey, last)
			}
			last = reached.SortKey
			got[reached.Occurrence.Key] = fmt.Sprintf("%d end %t", reached.Depth, reached.End)
		}
		if len(page) < q.Page.Limit {
			break
		}
		q.Page.After = last
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestStore_ShortestPaths_severalEnds(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 4), prepare(t, "b", 3, linked(link("a/e4", "e1"))))
	q := causal.PathSearch{
		Project: p, From: []string{"a/e1", "a/e3", "b/e1"}, To: []string{"b/e1", "b/e3"}, Depth: 10,
		Relations: episodic.CausalRelations(), Bases: episodic.Bases(), Limit: 100,
	}
	got, err := s.ShortestPaths(t.Context(), q)
	must(t, err)
	want := []string{"a/e3 b/e1", "b/e1 b/e3", "a/e1 b/e1", "a/e3 b/e3", "a/e1 b/e3"}
	var ends []string
	for _, path := range got {
		ends = append(ends, path.From.Key+" "+path.To.Key)
	}
	if diff := cmp.Diff(want, ends); diff != "" {
		t.Errorf("a path for each pair, shortest first, equal ends left out (-want +got):\n%s", diff)
	}
}

// Paths of a long chain of which each step has parallel links must neither be counted by
// their links nor take long.
func TestStore_ShortestPaths_longParallelChain(t *testing.T) {
	s := store(t)
	p := project(t, s)
	const length = 99
	record(t, s, p, prepare(t, "long", length+3, func(e *episodic.Episode) {
		for i := range length + 2 {
			for _, basis := range []episodic.Basis{episodic.BasisTemporal, episodic.BasisExtracted} {
				e.Links = append(e.Links, episodic.Link{
					Source: fmt.Sprintf("e%d", i+1), Target: fmt.Sprintf("e%d", i+2), Relation: episodic.RelationEnables, Basis: basis,
				})
			}
		}
	}))
	q := causal.PathSearch{
		Project: p, From: []string{"long/e1"}, To: []string{fmt.Sprintf("long/e%d", length+1)}, Depth: causal.MaxShortestDepth,
		Relations: episodic.CausalRelations(), Bases: episodic.Bases(), Limit: 10,
	}
	start := time.Now()
	got, err := s.ShortestPaths(t.Context(), q)
	must(t, err)
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %s", took)
	}
	if len(got) != 1 || got[0].Length() != length || got[0].Hops[7].Link.Basis != episodic.BasisStated {
		t.Errorf("%d paths: %v", len(got), trails(got))
	}
	q.To = []string{fmt.Sprintf("long/e%d", length+3)}
	if got, err = s.ShortestPaths(t.Context(), q); err != nil || len(got) != 0 {
		t.Errorf("a path of %d links is over the depth: %d paths, %v", length+2, len(got), err)
	}
}

func TestStore_Neighbours(t *testing.T) {
	s := store(t)
	p := project(t, s)
	confidence := 0.25
	noted := episodic.Link{
		Source: "a/e2", Target: "e1", Relation: episodic.RelationPrevents, Basis: episodic.BasisExtracted, Confidence: &confidence, Note: "seen twice",
	}
	correlated := episodic.Link{Source: "e1", Target: "a/e1", Relation: episodic.RelationCorrelates, Basis: episodic.BasisMeasured}
	record(t, s, p, prepare(t, "b", 2, linked(noted, correlated)))
	record(t, s, p, prepare(t, "a", 2))
	describe := func(found map[string][]causal.Neighbour) []string {
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
	keys := []string{"a/e1", "a/e2", "b/e1", "b/e1", "gone/e1"}
	for _, c := range []struct {
		why    string
		d      causal.Direction
		follow causal.Follow
		want   []string
	}{
		{"what links of causal meaning lead to", causal.Downstream, causal.Follow{}, []string{
			"a/e1 causes a/e2 stated by a", "a/e2 prevents b/e1 extracted by b seen twice0.25", "b/e1 causes b/e2 stated by b",
		}},
		{"where they come from", causal.Upstream, causal.Follow{}, []string{
			"a/e2 causes a/e1 stated by a", "b/e1 prevents a/e2 extracted by b seen twice0.25",
		}},
		{"correlations only by name, at both ends", causal.Upstream, causal.Follow{Relations: []episodic.Relation{episodic.RelationCorrelates}}, []string{
			"a/e1 correlates b/e1 measured by b", "b/e1 correlates a/e1 measured by b",
		}},
		{"one basis", causal.Downstream, causal.Follow{Bases: []episodic.Basis{episodic.BasisExtracted}}, []string{
			"a/e2 prevents b/e1 extracted by b seen twice0.25",
		}},
	} {
		found, err := s.Neighbours(t.Context(), p, keys, c.d, c.follow)
		must(t, err)
		if diff := cmp.Diff(c.want, describe(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

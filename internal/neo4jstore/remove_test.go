package neo4jstore_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/google/go-cmp/cmp"
)

// drawing is what is drawn in a project, as text, without revisions, deleted episodes and
// what tells how often and when something was written.
func drawing(t *testing.T, s *neo4jstore.Store, project string) string {
	t.Helper()
	must(t, s.CountUncounted(t.Context(), project))
	nodes := raw[[]any](t, `MATCH (n {project: $project}) WHERE NOT n:Revision AND NOT n:Access AND NOT n:DeletedEpisode
		RETURN collect([labels(n), n {.*, revision: null, recordedAt: null, firstRecordedAt: null, indexDue: null, vectorsDue: null, indexedRevision: null, factorGraph: null}])`,
		map[string]any{"project": project})
	links := raw[[]any](t, `MATCH (a {project: $project})-[r]->(b) WHERE NOT b:Revision
		RETURN collect([coalesce(a.key, a.id), type(r), r {.*, recordedAt: null}, coalesce(b.key, b.id)])`,
		map[string]any{"project": project})
	var lines []string
	for _, item := range append(nodes, links...) {
		lines = append(lines, fmt.Sprint(item))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// history is three episodes that link to each other and to one that never comes, in a
// final and in another content each.
func history(t *testing.T) (final, other []episodic.Prepared) {
	t.Helper()
	mention := func(e *episodic.Episode) { e.Lessons = []string{"see 1a2b3c4d and #12", "docs/guide.md of " + e.ID} }
	correlates := episodic.Link{Source: "e1", Target: "b/e2", Relation: episodic.RelationCorrelates, Basis: episodic.BasisStated}
	prevents := episodic.Link{Source: "c/e2", Target: "e1", Relation: episodic.RelationPrevents, Basis: episodic.BasisExtracted}
	final = []episodic.Prepared{
		prepare(t, "a", 3, mention, linked(linkOf("e3", "b/e1"), linkOf("c/e1", "e1"), linkOf("e2", "outcome"), linkOf("e1", "never/e1"))),
		prepare(t, "b", 3, mention, linked(linkOf("e1", "a/e1"), prevents)),
		prepare(t, "c", 3, linked(correlates, linkOf("e2", "a/outcome"))),
	}
	other = []episodic.Prepared{
		prepare(t, "a", 1, linked(linkOf("e1", "c/e3"))),
		prepare(t, "b", 5, linked(linkOf("e5", "a/e3"), linkOf("a/e2", "e4"))),
		prepare(t, "c", 2, mention),
	}
	return final, other
}

// Whatever happened before, the same present content is drawn the same.
func TestStore_drawingIsAFunctionOfTheContent(t *testing.T) {
	s := store(t)
	p := project(t, s)
	final, other := history(t)
	record(t, s, p, final...)
	want := drawing(t, s, p)
	for _, part := range []string{"CAUSES", "PREVENTS", "CORRELATES", "CrossLink", "never/e1", "MENTIONS", "docs/guide.md"} {
		if !strings.Contains(want, part) {
			t.Fatalf("the drawing lacks %s:\n%s", part, want)
		}
	}
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 10))
		if seed%2 == 0 {
			must(t, s.PurgeProject(t.Context(), p))
		}
		var done []string
		for range 15 {
			done = append(done, randomWrite(t, s, p, r, final, other))
		}
		for _, i := range r.Perm(len(final)) {
			record(t, s, p, final[i])
		}
		if diff := cmp.Diff(want, drawing(t, s, p)); diff != "" {
			t.Errorf("seed %d, after %s (-want +got):\n%s", seed, strings.Join(done, ", "), diff)
		}
	}
}

func randomWrite(t *testing.T, s *neo4jstore.Store, project string, r *rand.Rand, final, other []episodic.Prepared) string {
	t.Helper()
	i := r.IntN(len(final))
	id := final[i].Episode.ID
	var err error
	switch what := r.IntN(6); what {
	case 0, 1:
		record(t, s, project, final[i])
		return "record " + id
	case 2:
		record(t, s, project, other[i])
		return "revise " + id
	case 3:
		err = s.DeleteEpisode(t.Context(), project, id, day)
	case 4:
		_, err = s.RestoreEpisode(t.Context(), project, id, day)
	default:
		err = s.PurgeEpisode(t.Context(), project, id)
	}
	if err != nil && !errors.Is(err, episodic.ErrNotFound) {
		t.Fatal(err)
	}
	return "take or bring back " + id
}

// What is deleted is in no node and no word that can be searched; what is purged is gone.
func TestStore_removedFromTheGraph(t *testing.T) {
	s := store(t)
	p := project(t, s)
	final, other := history(t)
	record(t, s, p, final[0], final[2])
	want := drawing(t, s, p)
	record(t, s, p, other[1])
	record(t, s, p, final[1])
	must(t, s.RecordAccess(t.Context(), p, map[string]int64{"b": 2}, day))
	must(t, s.DeleteEpisode(t.Context(), p, "b", day))
	if text := drawing(t, s, p); strings.Contains(text, "[b/e1") || strings.Contains(text, "of b") {
		t.Errorf("a deleted episode is still drawn:\n%s", text)
	}
	hits, err := s.SearchText(t.Context(), episodic.ChunkQuery{IndexGeneration: episodic.IndexGeneration{Project: p}, Text: "task of b", Limit: 100})
	must(t, err)
	if slices.ContainsFunc(hits, func(h episodic.ChunkHit) bool { return h.Episode == "b" }) {
		t.Errorf("a deleted episode is found: %+v", hits)
	}
	must(t, s.PurgeEpisode(t.Context(), p, "b"))
	if diff := cmp.Diff(want, drawing(t, s, p)); diff != "" {
		t.Errorf("the others are drawn as if it had never been (-want +got):\n%s", diff)
	}
	traces := raw[int64](t, "MATCH (n {project: $project}) WHERE n.id = 'b' OR n.episode = 'b' OR n.key STARTS WITH 'b' RETURN count(n)", map[string]any{"project": p})
	if traces > 0 {
		t.Errorf("%d nodes of a purged episode are left", traces)
	}
	must(t, s.DeleteEpisode(t.Context(), p, "a", day))
	must(t, s.PurgeProject(t.Context(), p))
	if left := raw[int64](t, "MATCH (n) WHERE n.project = $project OR n.name = $project RETURN count(n)", map[string]any{"project": p}); left > 0 {
		t.Errorf("%d nodes are left of nothing", left)
	}
}

package neo4jstore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
)

func TestStore_RecordEpisodes(t *testing.T) {
	s := store(t)
	p := project(t, s)
	first, second := prepare(t, "a", 3), prepare(t, "a", 2)
	later := day.Add(time.Hour)
	for _, c := range []struct {
		why      string
		prepared episodic.Prepared
		before   func()
		change   episodic.Change
		revision int
	}{
		{"a new id", first, nil, episodic.ChangeCreated, 1},
		{"the same content", first, nil, episodic.ChangeUnchanged, 1},
		{"other content", second, nil, episodic.ChangeRevised, 2},
		{"the content of an older revision is new again", first, nil, episodic.ChangeRevised, 3},
		{"a deleted episode with its last content", first, func() { must(t, s.DeleteEpisode(t.Context(), p, "a", later)) }, episodic.ChangeRestored, 3},
		{"a deleted episode with other content", second, func() { must(t, s.DeleteEpisode(t.Context(), p, "a", later)) }, episodic.ChangeRevised, 4},
	} {
		if c.before != nil {
			c.before()
		}
		got, err := s.RecordEpisodes(t.Context(), p, []episodic.Prepared{c.prepared}, true, later)
		must(t, err)
		want := []episodic.Receipt{{
			Project: p, Episode: "a", Revision: c.revision, Hash: c.prepared.Hash, Change: c.change, State: episodic.StateApplied,
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", c.why, diff)
		}
		found, err := s.GetEpisodes(t.Context(), p, []string{"a"})
		must(t, err)
		if len(found) != 1 || cmp.Diff(c.prepared.Episode, found[0].Episode) != "" || !found[0].DeletedAt.IsZero() {
			t.Fatalf("%s: the episode reads %+v", c.why, found)
		}
		if n, want := countOccurrences(t, s, p), len(c.prepared.Occurrences); n != want {
			t.Errorf("%s: %d occurrences, want %d: gone ones go, new ones come", c.why, n, want)
		}
	}
	if got := raw[int64](t, "MATCH (v:Revision {project: $project}) RETURN count(v)", map[string]any{"project": p}); got != 4 {
		t.Errorf("%d revisions are kept, want 4", got)
	}
}

func countOccurrences(t *testing.T, s interface {
	CountOccurrences(context.Context, episodic.OccurrenceQuery) (int, error)
}, project string,
) int {
	t.Helper()
	n, err := s.CountOccurrences(t.Context(), episodic.OccurrenceQuery{Project: project})
	must(t, err)
	return n
}

func TestStore_RecordEpisodes_allOrNone(t *testing.T) {
	s := store(t)
	p := project(t, s)
	good := prepare(t, "good", 2)
	bad := prepare(t, "bad", 2, linked(link("e1", "elsewhere/e1"), link("good/e2", "e1"), link("e2", "good/e9")))
	_, err := s.RecordEpisodes(t.Context(), p, []episodic.Prepared{good, bad}, true, day)
	var invalid *episodic.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 2 {
		t.Fatalf("dangling links: %v", err)
	}
	for i, problem := range invalid.Problems {
		path := fmt.Sprintf("episodes[1].links[%d].target", []int{1, 3}[i])
		if problem.Path != path || problem.Code != episodic.CodeDanglingReference {
			t.Errorf("problem %+v, want path %s", problem, path)
		}
	}
	if _, err := s.GetProject(t.Context(), p); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a refused write left the project: %v", err)
	}
	_, err = s.RecordEpisodes(t.Context(), p, []episodic.Prepared{bad}, true, day)
	if !errors.As(err, &invalid) || len(invalid.Problems) != 3 {
		t.Errorf("alone, its link to good dangles too: %v", err)
	}
	receipts, err := s.RecordEpisodes(t.Context(), p, []episodic.Prepared{good, bad}, false, day)
	must(t, err)
	if diff := cmp.Diff([]string{"elsewhere/e1", "good/e9"}, receipts[1].PendingLinks); diff != "" {
		t.Errorf("pending links (-want +got):\n%s", diff)
	}
	again, err := s.RecordEpisodes(t.Context(), p, []episodic.Prepared{good, bad}, false, day)
	must(t, err)
	if again[1].Change != episodic.ChangeUnchanged || len(again[1].PendingLinks) != 2 {
		t.Errorf("an unchanged episode still names what is pending: %+v", again[1])
	}
}

func TestStore_RecordEpisodes_concurrently(t *testing.T) {
	s := store(t)
	p := project(t, s)
	const writers = 8
	var wg sync.WaitGroup
	errs := make([]error, writers)
	for i := range writers {
		prepared := prepare(t, "same", 2+i%2)
		own := prepare(t, fmt.Sprintf("own%d", i), 2, linked(link("e1", "same/e1")))
		wg.Go(func() {
			_, errs[i] = s.RecordEpisodes(t.Context(), p, []episodic.Prepared{prepared, own}, false, day)
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
	found, err := s.GetEpisodes(t.Context(), p, []string{"same"})
	must(t, err)
	prepared, err := episodic.Prepare(found[0].Episode)
	must(t, err)
	if prepared.Hash != found[0].Hash {
		t.Error("hash and content are of different revisions")
	}
	page, err := s.ListOccurrences(t.Context(), episodic.OccurrenceQuery{
		Project: p, Filter: episodic.OccurrenceFilter{Episode: "same"}, Page: episodic.Page{Limit: 100},
	})
	must(t, err)
	byKey := slices.Clone(prepared.Occurrences)
	slices.SortFunc(byKey, func(a, b episodic.Occurrence) int { return cmpKey(a.Key, b.Key) })
	if diff := cmp.Diff(byKey, page); diff != "" {
		t.Errorf("the occurrences are a mix of revisions (-want +got):\n%s", diff)
	}
	revisions, err := s.ListRevisions(t.Context(), p, []string{"same"})
	must(t, err)
	for i, r := range revisions["same"] {
		if r.Number != len(revisions["same"])-i {
			t.Errorf("revision %d has number %d", i, r.Number)
		}
		if i > 0 && r.Hash == revisions["same"][i-1].Hash {
			t.Error("two revisions in a row have the same content")
		}
	}
	links := raw[int64](t, "MATCH (:Occurrence {project: $project})-[r:CAUSES]->(o {key: 'same/e1'}) RETURN count(r)", map[string]any{"project": p})
	if links != writers {
		t.Errorf("%d links to the contended episode are drawn, want %d", links, writers)
	}
}

func cmpKey(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// The end of a link arrives while the link is written: whoever is second draws it.
func TestStore_RecordEpisodes_linkAndEndAtOnce(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "first", 1))
	const rounds = 25
	for i := range rounds {
		states := prepare(t, fmt.Sprintf("states%d", i), 1, linked(link("e1", fmt.Sprintf("ends%d/e1", i))))
		ends := prepare(t, fmt.Sprintf("ends%d", i), 1)
		var wg sync.WaitGroup
		errs := make([]error, 2)
		for j, prepared := range []episodic.Prepared{states, ends} {
			wg.Go(func() {
				_, errs[j] = s.RecordEpisodes(t.Context(), p, []episodic.Prepared{prepared}, false, day)
			})
		}
		wg.Wait()
		must(t, errors.Join(errs...))
	}
	links := raw[int64](t, "MATCH (:Occurrence {project: $project})-[r:CAUSES]->() RETURN count(r)", map[string]any{"project": p})
	if links != rounds {
		t.Errorf("%d links are drawn, want %d", links, rounds)
	}
}

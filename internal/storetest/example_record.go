package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

func recordExamples() []example {
	return []example{
		{"revisions", exampleRevisions},
		{"all or none", exampleAllOrNone},
		{"links that wait", examplePending},
		{"deleted and restored", exampleDelete},
		{"purged", examplePurge},
		{"project purged", examplePurgeProject},
		{"nothing there", exampleNothingThere},
	}
}

func exampleRevisions(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	first, second := prepare(t, "a", 3), prepare(t, "a", 2)
	later := day().Add(time.Hour)
	remove := func() { must(t, s.DeleteEpisode(t.Context(), p, "a", later)) }
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
		{"a deleted episode with its last content", first, remove, episodic.ChangeRestored, 3},
		{"a deleted episode with other content", second, remove, episodic.ChangeRevised, 4},
	} {
		if c.before != nil {
			c.before()
		}
		wantHead(t, s, p, c.before != nil, c.revision, c.change)
		got, err := s.RecordEpisodes(t.Context(), p, []episodic.Prepared{c.prepared}, true, later)
		must(t, err)
		want := []episodic.Receipt{{
			Project: p, Episode: "a", Revision: c.revision, Hash: c.prepared.Hash, Change: c.change, State: episodic.StateApplied,
		}}
		if c.change == episodic.ChangeRevised {
			want[0].Replaced = c.revision - 1
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", c.why, diff)
		}
		found, err := s.GetEpisodes(t.Context(), p, []string{"a"})
		must(t, err)
		if len(found) != 1 || cmp.Diff(c.prepared.Episode, found[0].Episode) != "" || !found[0].DeletedAt.IsZero() {
			t.Fatalf("%s: the episode reads %+v", c.why, found)
		}
		n, err := s.CountOccurrences(t.Context(), episodic.OccurrenceQuery{Project: p})
		if err != nil || n != len(c.prepared.Occurrences) {
			t.Errorf("%s: %d occurrences, want %d: gone ones go, new ones come; %v", c.why, n, len(c.prepared.Occurrences), err)
		}
	}
	revisions, err := s.ListRevisions(t.Context(), p, []string{"a"}, episodic.Everything())
	must(t, err)
	var hashes []string
	for i, r := range revisions["a"] {
		hashes = append(hashes, r.Hash)
		if r.Number != 4-i {
			t.Errorf("place %d holds revision %d", i, r.Number)
		}
	}
	if diff := cmp.Diff([]string{second.Hash, first.Hash, second.Hash, first.Hash}, hashes); diff != "" {
		t.Errorf("revisions, latest first (-want +got):\n%s", diff)
	}
}

func exampleAllOrNone(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	good := prepare(t, "good", 2)
	bad := prepare(t, "bad", 2, linked(linkOf("e1", "elsewhere/e1"), linkOf("good/e2", "e1"), linkOf("e2", "good/e9")))
	_, err := s.RecordEpisodes(t.Context(), p, []episodic.Prepared{good, bad}, true, day())
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 2 {
		t.Fatalf("dangling links: %v", err)
	}
	for i, broken := range invalid.Problems {
		path := fmt.Sprintf("episodes[1].links[%d].target", []int{1, 3}[i])
		if broken.Path != path || broken.Code != problem.CodeDanglingReference {
			t.Errorf("problem %+v, want path %s", broken, path)
		}
	}
	if _, err := s.GetProject(t.Context(), p); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a refused write left the project: %v", err)
	}
	_, err = s.RecordEpisodes(t.Context(), p, []episodic.Prepared{bad}, true, day())
	if !errors.As(err, &invalid) || len(invalid.Problems) != 3 {
		t.Errorf("alone, its link to good dangles too: %v", err)
	}
	receipts := f.record(t, p, good, bad)
	if diff := cmp.Diff([]string{"elsewhere/e1", "good/e9"}, receipts[1].PendingLinks); diff != "" {
		t.Errorf("pending links (-want +got):\n%s", diff)
	}
	again := f.record(t, p, good, bad)
	if again[1].Change != episodic.ChangeUnchanged || len(again[1].PendingLinks) != 2 {
		t.Errorf("an unchanged episode still names what is pending: %+v", again[1])
	}
}

// A link is drawn while both its ends exist, in whatever order they come.
func examplePending(t *testing.T, f *fixture) {
	p := f.project(t)
	states := prepare(t, "states", 1, linked(linkOf("e1", "ends/e2")))
	check := func(why string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, f.arrows(t, p, "states/e1")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", why, diff)
		}
	}
	f.record(t, p, states)
	check("the other end is not there")
	f.record(t, p, prepare(t, "ends", 1))
	check("its episode is, the end is not")
	f.record(t, p, prepare(t, "ends", 2))
	check("a revision brings it", "states/e1 causes ends/e2")
	must(t, f.Graph.DeleteEpisode(t.Context(), p, "ends", day()))
	check("deleted")
	_, err := f.Graph.RestoreEpisode(t.Context(), p, "ends", day())
	must(t, err)
	check("restored", "states/e1 causes ends/e2")
	must(t, f.Graph.PurgeEpisode(t.Context(), p, "ends"))
	check("purged")
	f.record(t, p, prepare(t, "ends", 2))
	check("recorded anew", "states/e1 causes ends/e2")
	f.record(t, p, prepare(t, "states", 1))
	check("no longer stated")
}

func exampleDelete(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	a, b := prepare(t, "a", 2), prepare(t, "b", 2, func(e *episodic.Episode) { e.Lessons = []string{"see docs/guide.md"} })
	f.record(t, p, a, b)
	later := day().Add(time.Hour)
	must(t, s.DeleteEpisode(t.Context(), p, "b", later))
	f.checkGone(t, p, "b")
	deleted, err := s.ListEpisodes(t.Context(), episodic.EpisodeQuery{Project: p, Deleted: true, Page: episodic.Page{Limit: 9}})
	must(t, err)
	if len(deleted) != 1 || !deleted[0].DeletedAt.Equal(later) || cmp.Diff(b.Episode, deleted[0].Episode) != "" {
		t.Errorf("the list of deleted episodes holds %+v", deleted)
	}
	if err := s.DeleteEpisode(t.Context(), p, "b", later); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("deleted again: %v", err)
	}
	receipt, err := s.RestoreEpisode(t.Context(), p, "b", later)
	must(t, err)
	if receipt.Change != episodic.ChangeRestored || receipt.Revision != 1 || receipt.Hash != b.Hash {
		t.Errorf("receipt %+v", receipt)
	}
	if _, err := s.RestoreEpisode(t.Context(), p, "b", later); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("restored though present: %v", err)
	}
}

// checkGone checks that no read finds an episode.
func (f *fixture) checkGone(t testing.TB, project, id string) {
	t.Helper()
	s, ctx := f.Graph, t.Context()
	found, err := s.GetEpisodes(ctx, project, []string{id})
	must(t, err)
	listed, err := s.CountEpisodes(ctx, episodic.EpisodeQuery{Project: project, Filter: episodic.EpisodeFilter{Task: "task of " + id}})
	must(t, err)
	occurrences, err := s.CountOccurrences(ctx, episodic.OccurrenceQuery{Project: project, Filter: episodic.OccurrenceFilter{Episode: id}})
	must(t, err)
	revisions, err := s.ListRevisions(ctx, project, []string{id}, episodic.Everything())
	must(t, err)
	mentions, err := s.MentionsBy(ctx, project, []string{id, id + "/e1"})
	must(t, err)
	references, err := s.ListReferences(ctx, episodic.ReferenceQuery{Project: project, Page: episodic.Page{Limit: 9}})
	must(t, err)
	if n := len(found) + listed + occurrences + len(revisions) + len(mentions) + len(references); n > 0 {
		t.Errorf("%s is gone, but %d reads find it", id, n)
	}
}

func examplePurge(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	f.record(t, p, prepare(t, "a", 1), prepare(t, "b", 2))
	f.record(t, p, prepare(t, "b", 3))
	must(t, s.RecordAccess(t.Context(), p, map[string]int64{"b": 2}, day()))
	must(t, s.PurgeEpisode(t.Context(), p, "b"))
	f.checkGone(t, p, "b")
	if access, err := s.GetAccess(t.Context(), p, []string{"b"}); err != nil || access["b"].Count != 0 {
		t.Errorf("reads of a purged episode: %v, %v", access, err)
	}
	contents, err := s.ListContents(t.Context(), p, []episodic.RevisionKey{{Episode: "b", Number: 1}})
	if err != nil || len(contents) > 0 {
		t.Errorf("contents of a purged episode: %v, %v", contents, err)
	}
	if r := f.record(t, p, prepare(t, "b", 2)); r[0].Revision != 1 || r[0].Change != episodic.ChangeCreated {
		t.Errorf("an id that was purged begins anew: %+v", r[0])
	}
	must(t, s.DeleteEpisode(t.Context(), p, "a", day()))
	must(t, s.PurgeEpisode(t.Context(), p, "a"))
	must(t, s.PurgeEpisode(t.Context(), p, "b"))
	if records, err := s.Snapshot(t.Context(), p); err != nil || len(records) > 0 {
		t.Errorf("a project without episodes is still known: %v, %v", records, err)
	}
}

func examplePurgeProject(t *testing.T, f *fixture) {
	s, p, neighbor := f.Graph, f.project(t), f.project(t)
	f.record(t, neighbor, prepare(t, "a", 2))
	before, err := s.Snapshot(t.Context(), neighbor)
	must(t, err)
	for i := range 3 {
		var batch []episodic.Prepared
		for j := range 80 {
			batch = append(batch, prepare(t, fmt.Sprintf("e%d-%d", i, j), 1))
		}
		f.record(t, p, batch...)
	}
	must(t, s.DeleteEpisode(t.Context(), p, "e0-0", day()))
	must(t, s.PurgeProject(t.Context(), p))
	if err := s.PurgeProject(t.Context(), p); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("purged again: %v", err)
	}
	totals, err := s.Totals(t.Context(), []string{p})
	if err != nil || totals[p] != (episodic.Totals{}) {
		t.Errorf("a purged project holds %+v, %v", totals[p], err)
	}
	after, err := s.Snapshot(t.Context(), neighbor)
	must(t, err)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("another project changed (-want +got):\n%s", diff)
	}
}

func exampleNothingThere(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	f.record(t, p, prepare(t, "a", 1))
	for why, call := range map[string]func(context.Context, string, string) error{
		"purge": s.PurgeEpisode,
		"delete": func(ctx context.Context, project, id string) error {
			return s.DeleteEpisode(ctx, project, id, day())
		},
		"restore": func(ctx context.Context, project, id string) error {
			_, err := s.RestoreEpisode(ctx, project, id, day())
			return err
		},
	} {
		for _, name := range []string{p, "nowhere"} {
			if err := call(t.Context(), name, "b"); !errors.Is(err, episodic.ErrNotFound) {
				t.Errorf("%s what is not there in %s: %v", why, name, err)
			}
		}
	}
	if _, err := s.GetProject(t.Context(), "nowhere"); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a question made a project: %v", err)
	}
}

// wantHead checks what a store knows of the episode "a" before a write that makes a revision with a
// change.
func wantHead(t *testing.T, s Graph, project string, deleted bool, revision int, change episodic.Change) {
	t.Helper()
	heads, err := s.GetHeads(t.Context(), project, []string{"a", "unknown", "a"})
	must(t, err)
	before := map[episodic.Change]int{episodic.ChangeCreated: 0, episodic.ChangeRevised: revision - 1}
	want, known := before[change]
	if !known {
		want = revision
	}
	head := heads["a"]
	if head.Revision != want || want > 0 && (head.Present == deleted || head.Hash == "") || len(heads) != min(want, 1) {
		t.Errorf("heads are %+v; want revision %d, deleted %t", heads, want, deleted)
	}
}

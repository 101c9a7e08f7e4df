package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
)

// RunLedger tests a [ledger.Store] together with the [episodic.Store] whose purges affect it.
func RunLedger(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Graph == nil || f.Ledger == nil {
		t.Fatal("the set has no graph or no ledger")
	}
	runExamples(t, f, []example{
		{"one of many adds", exampleAddAtOnce},
		{"one of many replaces", exampleReplaceAtOnce},
		{"what has expired is swept", exampleSweep},
		{"a purge without a project", examplePurgeEntries},
		{"who lost an entry writes no more", exampleFence},
		{"notes are kept with what they are about", exampleNote},
	})
	t.Run("property", func(t *testing.T) { ledgerRecipe().run(t, f) })
}

// atOnce makes a call through several handles at once and returns how often it succeeded; it allows no
// failure but wanted.
func (f *fixture) atOnce(t *testing.T, wanted error, call func(s ledger.Store) error) int {
	t.Helper()
	second := f.again(t)
	var wg sync.WaitGroup
	var succeeded atomic.Int64
	for i := range 20 {
		s := []ledger.Store{f.Ledger, second.Ledger}[i%2]
		wg.Go(func() {
			err := call(s)
			if err == nil {
				succeeded.Add(1)
			} else if !errors.Is(err, wanted) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	return int(succeeded.Load())
}

func (f *fixture) entry(t *testing.T, key string) ledger.Entry {
	t.Helper()
	return ledger.Entry{
		ID: ledger.ID{Kind: "call", Project: f.project(t), Key: key}, Version: 1, Data: []byte("first"),
		CreatedAt: day(), ExpiresAt: day().Add(time.Hour),
	}
}

// wantEntry expects exactly that entry, or none when it is zero.
func (f *fixture) wantEntry(t *testing.T, id ledger.ID, want ledger.Entry) {
	t.Helper()
	got, err := ledger.Get(t.Context(), f.Ledger, id)
	if want.Version == 0 {
		if !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("there is %+v, %v", got, err)
		}
		return
	}
	must(t, err)
	if got.ID != want.ID || got.Version != want.Version || string(got.Data) != string(want.Data) || !got.ExpiresAt.Equal(want.ExpiresAt) ||
		!got.CreatedAt.Equal(want.CreatedAt) || got.Outlives != want.Outlives {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func exampleAddAtOnce(t *testing.T, f *fixture) {
	e := f.entry(t, "once")
	if n := f.atOnce(t, ledger.ErrExists, func(s ledger.Store) error { return s.AddEntry(t.Context(), e) }); n != 1 {
		t.Errorf("%d of 20 added the entry", n)
	}
	f.wantEntry(t, e.ID, e)
}

func exampleReplaceAtOnce(t *testing.T, f *fixture) {
	e := f.entry(t, "once")
	must(t, f.Ledger.AddEntry(t.Context(), e))
	e.Version, e.Data, e.ExpiresAt = 2, []byte("second"), e.ExpiresAt.Add(time.Hour)
	if n := f.atOnce(t, ledger.ErrMoved, func(s ledger.Store) error { return s.ReplaceEntry(t.Context(), e) }); n != 1 {
		t.Errorf("%d of 20 replaced the entry", n)
	}
	f.wantEntry(t, e.ID, e)
	if n := f.atOnce(t, ledger.ErrNotFound, func(s ledger.Store) error { return s.RemoveEntry(t.Context(), e.ID, 2) }); n != 1 {
		t.Errorf("%d of 20 removed the entry", n)
	}
	f.wantEntry(t, e.ID, ledger.Entry{})
}

// The swept entries expired long ago, so entries of others on the same engine are not swept.
func exampleSweep(t *testing.T, f *fixture) {
	past := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	old, kept := f.entry(t, "old"), f.entry(t, "kept")
	old.ExpiresAt = past
	must(t, f.Ledger.AddEntry(t.Context(), old))
	must(t, f.Ledger.AddEntry(t.Context(), kept))
	must(t, ledger.Sweep(t.Context(), f.Ledger, past.Add(-time.Second)))
	must(t, ledger.Sweep(t.Context(), f.Ledger, past))
	f.wantEntry(t, old.ID, ledger.Entry{})
	f.wantEntry(t, kept.ID, kept)
}

// A refused import or a dry run leaves entries about a project that does not exist. A purge removes
// them, except those that outlive it.
func examplePurgeEntries(t *testing.T, f *fixture) {
	gone, kept := f.entry(t, "gone"), f.entry(t, "kept")
	kept.Project, kept.Outlives = gone.Project, true
	must(t, f.Ledger.AddEntry(t.Context(), gone))
	must(t, f.Ledger.AddEntry(t.Context(), kept))
	if err := f.Graph.PurgeProject(t.Context(), gone.Project); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("there is no such project: %v", err)
	}
	f.wantEntry(t, gone.ID, ledger.Entry{})
	f.wantEntry(t, kept.ID, kept)
	must(t, f.Ledger.RemoveEntry(t.Context(), kept.ID, kept.Version))
}

// A writer behind a fence is refused from the commit on with which another one takes the entry, and
// changes nothing.
func exampleFence(t *testing.T, f *fixture) {
	e := f.entry(t, "held")
	e.Holder = "first"
	must(t, f.Ledger.AddEntry(t.Context(), e))
	f.wantEntry(t, e.ID, e)
	behind := func(holder string, mayBeGone bool) context.Context {
		return ledger.WithFence(t.Context(), ledger.Fence{ID: e.ID, Holder: holder, MayBeGone: mayBeGone})
	}
	record := func(ctx context.Context, id string) error {
		_, err := f.Graph.RecordEpisodes(ctx, e.Project, []episodic.Prepared{prepare(t, id, 2)}, false, day())
		return err
	}
	must(t, record(behind("first", false), "a"))
	e.Version, e.Holder = 2, "second"
	must(t, f.again(t).Ledger.ReplaceEntry(t.Context(), e))
	lost := behind("first", false)
	for why, err := range map[string]error{
		"a record":            record(lost, "b"),
		"one whose key it is": record(behind("first", true), "b"),
		"behind two fences":   record(ledger.WithFence(lost, ledger.Fence{ID: e.ID, Holder: "second"}), "b"),
		"a deletion":          f.Graph.DeleteEpisode(lost, e.Project, "a", day()),
		"a purge":             f.Graph.PurgeEpisode(lost, e.Project, "a"),
		"an entry":            f.Ledger.RemoveEntry(lost, e.ID, 2),
	} {
		if !errors.Is(err, episodic.ErrOvertaken) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if n, err := f.Graph.CountEpisodes(t.Context(), episodic.EpisodeQuery{Project: e.Project}); err != nil || n != 1 {
		t.Errorf("%d episodes, %v", n, err)
	}
	f.wantEntry(t, e.ID, e)
	must(t, record(behind("second", false), "b"))
	must(t, record(ledger.Unfenced(lost), "c"))
	must(t, f.Ledger.RemoveEntry(t.Context(), e.ID, 2))
	if err := record(behind("second", false), "d"); !errors.Is(err, episodic.ErrOvertaken) {
		t.Errorf("the entry is gone: %v", err)
	}
	must(t, record(behind("second", true), "d"))
}

// exampleNote: a note is there with what it is about, counts it, and outlives a purge of the project; what fails keeps none.
func exampleNote(t *testing.T, f *fixture) {
	e := f.entry(t, "note")
	e.Outlives, e.ExpiresAt = true, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	note := func() context.Context {
		return ledger.WithNote(t.Context(), ledger.NewNote(func(c ledger.Changed) ledger.Entry {
			counted := e
			counted.Data = fmt.Appendf(nil, "%d", c.Things)
			return counted
		}))
	}
	want := func(why, data string) {
		t.Helper()
		got, err := ledger.Get(t.Context(), f.Ledger, e.ID)
		if data == "" && errors.Is(err, ledger.ErrNotFound) {
			return
		}
		must(t, err)
		if string(got.Data) != data || !got.Outlives || !got.ExpiresAt.Equal(e.ExpiresAt) {
			t.Errorf("%s: got %+v, want %q", why, got, data)
		}
	}
	_, err := f.Graph.RecordEpisodes(t.Context(), e.Project, []episodic.Prepared{prepare(t, "a", 2), prepare(t, "b", 2), prepare(t, "c", 2)}, false, day())
	must(t, err)
	ctx := note()
	if err := f.Graph.DeleteEpisode(ctx, e.Project, "unknown", day()); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("there is no such episode: %v", err)
	}
	want("nothing was deleted", "")
	must(t, f.Graph.DeleteEpisode(ctx, e.Project, "a", day()))
	must(t, f.Graph.PurgeEpisode(ctx, e.Project, "b"))
	_, err = f.Graph.RestoreEpisode(ctx, e.Project, "a", day())
	must(t, err)
	want("deleted, purged, restored", "3")
	must(t, f.Graph.PurgeProject(note(), e.Project))
	want("the project", "2")
	if about, err := f.Ledger.ListEntryProjects(t.Context(), e.Kind); err != nil || !slices.Contains(about, e.Project) || !slices.IsSorted(about) {
		t.Errorf("there are entries of %v, %v", about, err)
	}
	if about, err := f.Ledger.ListEntryProjects(t.Context(), e.Kind+" of another kind"); err != nil || len(about) > 0 {
		t.Errorf("there are entries of another kind of %v, %v", about, err)
	}
	if err := f.Graph.PurgeProject(note(), e.Project); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("the project is gone: %v", err)
	}
	want("the project, once", "2")
	held, err := ledger.Get(t.Context(), f.Ledger, e.ID)
	must(t, err)
	must(t, f.Ledger.RemoveEntry(t.Context(), e.ID, held.Version))
}

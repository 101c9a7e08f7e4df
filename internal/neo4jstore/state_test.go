package neo4jstore_test

import (
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

// far is later than any process that looks after indexes would call stale.
var far = time.Date(2126, 3, 1, 12, 0, 0, 0, time.UTC)

func TestStore_SetIndexState_atOnce(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1))
	for version := 1; version <= 5; version++ {
		var wg sync.WaitGroup
		var taken atomic.Int64
		for i := range 6 {
			wg.Go(func() {
				next := episodic.FirstIndexState()
				next.Version, next.Built, next.ChangedAt = version, i, far
				switch err := s.SetIndexState(t.Context(), p, next); {
				case err == nil:
					taken.Add(1)
				case !errors.Is(err, episodic.ErrIndexMoved):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if taken.Load() != 1 {
			t.Fatalf("version %d was set by %d of 6", version, taken.Load())
		}
	}
}

// A project that a former version created has no state of its own.
func TestStore_GetIndexState_former(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1))
	raw[int64](t, "MATCH (p:Project {name: $project}) REMOVE p.indexState RETURN count(p)", map[string]any{"project": p})
	got, err := s.GetIndexState(t.Context(), p)
	must(t, err)
	if diff := cmp.Diff(episodic.OldIndexState(), got); diff != "" {
		t.Errorf("a project without a state (-want +got):\n%s", diff)
	}
	all, err := s.ListIndexStates(t.Context())
	must(t, err)
	if diff := cmp.Diff(episodic.OldIndexState(), all[p]); diff != "" {
		t.Errorf("in the list (-want +got):\n%s", diff)
	}
	next := got
	next.Version, next.Active.Recipe, next.ChangedAt = 1, 2, far
	must(t, s.SetIndexState(t.Context(), p, next))
	record(t, s, p, prepare(t, "b", 1))
	if got, err = s.GetIndexState(t.Context(), p); err != nil || !cmp.Equal(next, got) {
		t.Errorf("after a further write: %+v, %v", got, err)
	}
}

// What a former version recorded is given what filters ask, as if it were recorded now.
func TestSchema_fillFilters(t *testing.T) {
	s := store(t)
	p := project(t, s)
	mention := func(e *episodic.Episode) {
		e.Lessons = []string{"see #12"}
		e.Decisions = []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Chosen: "as in 1a2b3c4d and #12", Outcome: episodic.OutcomeFailure}}
	}
	fails := func(e *episodic.Episode) { e.Events[0].Type = episodic.EventError }
	record(t, s, p, prepare(t, "a", 2, mention), prepare(t, "b", 1, fails), prepare(t, "c", 1))
	want := drawing(t, s, p)
	raw[int64](t, "MATCH (e:Episode {project: $project}) REMOVE e.references, e.decisionTypes, e.failed RETURN count(e)", map[string]any{"project": p})
	if want == drawing(t, s, p) {
		t.Fatal("nothing was taken away")
	}
	fill, err := fs.ReadFile(cypher.Schema(), "018_fill_filters.cypher")
	must(t, err)
	for range 2 {
		raw[int64](t, string(fill), nil)
		if diff := cmp.Diff(want, drawing(t, s, p)); diff != "" {
			t.Errorf("filled (-want +got):\n%s", diff)
		}
	}
}

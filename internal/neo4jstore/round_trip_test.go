package neo4jstore_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

// usual makes an episode as agents write it: decisions with options, events, links of each relation,
// mentions in the task and in what happened. Episodes of one way link the same factors.
func usual(t testing.TB, id, way string) episodic.Prepared {
	return prepare(t, id, 0, func(e *episodic.Episode) {
		e.Task = "fix issue #12 in server.go"
		e.Events = []episodic.Event{
			{ID: "e1", Type: episodic.EventMilestone, Content: "began " + way},
			{ID: "e2", Type: episodic.EventError, Content: "the test of store.go failed " + way},
		}
		e.Decisions = []episodic.Decision{
			{ID: "d1", Type: episodic.DecisionDesign, Context: "retry", Options: []string{"no", "yes"}, Chosen: "yes", Outcome: episodic.OutcomeSuccess},
			{ID: "d2", Type: episodic.DecisionDesign, Context: "cache", Options: []string{"keep", "clear"}, Chosen: "drop", Outcome: episodic.OutcomeFailure},
		}
		for source, relation := range map[string]episodic.Relation{
			"d1": episodic.RelationCauses, "d2": episodic.RelationEnables, "e1": episodic.RelationPrevents, "e2": episodic.RelationCorrelates,
		} {
			e.Links = append(e.Links, episodic.Link{Source: source, Relation: relation, Target: "outcome", Basis: episodic.BasisStated})
		}
	})
}

// trips returns a store whose round trips are counted, and the names of the statements that it sends.
func trips(t *testing.T) (s *neo4jstore.Store, b *between, names *[]string) {
	t.Helper()
	names = &[]string{}
	o := options(t)
	u, err := url.Parse(o.URI)
	must(t, err)
	b = newBetween(t, u.Host)
	o.URI = "bolt://" + b.listener.Addr().String()
	o.OnStatement = func(_ context.Context, name string, _ time.Duration, _ error) { *names = append(*names, name) }
	return open(t, o), b, names
}

// A new episode takes six round trips, whatever stands in it and whatever links are new: BEGIN,
// four statements, COMMIT.
func TestStore_roundTrips(t *testing.T) {
	s, b, names := trips(t)
	p := project(t, store(t))
	record(t, s, p, usual(t, "first", "well"))
	for _, c := range []struct {
		why  string
		work func()
		want int
	}{
		{"a new episode", func() { record(t, s, p, usual(t, "a", "well")) }, 6},
		{"twenty new episodes", func() {
			var all []episodic.Prepared
			for i := range 20 {
				all = append(all, usual(t, strings.Repeat("b", i+1), "well"))
			}
			record(t, s, p, all...)
		}, 6},
		{"a new episode with new links", func() { record(t, s, p, usual(t, "c", "badly")) }, 6},
		{"an episode as it is", func() { record(t, s, p, usual(t, "a", "well")) }, 3},
		{"that the index has it", func() {
			must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: p, Episode: "a", Revision: 1}}))
		}, 1},
	} {
		*names = nil
		if got := b.count(c.work); got != c.want {
			t.Errorf("%s: %d round trips, want %d: %s", c.why, got, c.want, strings.Join(slices.Clone(*names), " "))
		}
	}
}

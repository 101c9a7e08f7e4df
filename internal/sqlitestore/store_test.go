package sqlitestore_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// day is when the episodes of tests are recorded.
var day = time.Date(2026, time.May, 3, 12, 0, 0, 0, time.UTC)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open opens a store in a file of its own, brought up to date.
func open(t testing.TB) *sqlitestore.Store {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "causeway.db"))
}

func openFile(t testing.TB, path string) *sqlitestore.Store {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close(context.WithoutCancel(t.Context()))) })
	must(t, s.Migrate(t.Context()))
	return s
}

func TestStore_Migrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "causeway.db")
	for range 2 {
		must(t, openFile(t, path).Ready(t.Context()))
	}
}

// prepare makes an episode of n events, each the cause of the next.
func prepare(t testing.TB, id string, n int) episodic.Prepared {
	t.Helper()
	e := episodic.Episode{ID: id, Outcome: episodic.OutcomeSuccess, Task: fmt.Sprintf("task %d of %s", n, id), StartedAt: episodic.At(day)}
	for i := range n {
		e.Events = append(e.Events, episodic.Event{
			ID: fmt.Sprintf("e%d", i+1), Type: episodic.EventMilestone, Content: fmt.Sprintf("step %d of %s in main.go", i+1, id),
		})
		if i > 0 {
			e.Links = append(e.Links, episodic.Link{
				Source: fmt.Sprintf("e%d", i), Relation: episodic.RelationCauses, Target: fmt.Sprintf("e%d", i+1), Basis: episodic.BasisStated,
			})
		}
	}
	p, err := intake.Prepare(e)
	must(t, err)
	return p
}

func record(t testing.TB, s *sqlitestore.Store, project string, episodes ...episodic.Prepared) []episodic.Receipt {
	t.Helper()
	receipts, err := s.RecordEpisodes(t.Context(), project, episodes, false, day)
	must(t, err)
	return receipts
}

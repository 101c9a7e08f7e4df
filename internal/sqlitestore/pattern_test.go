package sqlitestore_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// A project without patterns pays for them with no statement, and one that was purged leaves no
// row of them behind.
func TestStore_patterns_costAndPurge(t *testing.T) {
	var ran []string
	path := filepath.Join(t.TempDir(), "causeway.db")
	s, err := sqlitestore.Open(sqlitestore.Options{
		Path: path, OnStatement: func(_ context.Context, name string, _ time.Duration, _ error) { ran = append(ran, name) },
	})
	must(t, err)
	defer func() { must(t, s.Close(context.WithoutCancel(t.Context()))) }()
	must(t, s.Migrate(t.Context()))
	prepared, err := intake.Prepare(episodic.Episode{
		ID: "a", Outcome: episodic.OutcomeSuccess, Events: []episodic.Event{{ID: "e1", Type: episodic.EventTest, Factor: "read"}},
	})
	must(t, err)
	write := func() {
		t.Helper()
		ran = nil
		_, err := s.RecordEpisodes(t.Context(), "p", []episodic.Prepared{prepared}, false, time.Now())
		must(t, err)
		must(t, s.DeleteEpisode(t.Context(), "p", "a", time.Now()))
		_, err = s.RestoreEpisode(t.Context(), "p", "a", time.Now())
		must(t, err)
		_, err = s.GetDerivation(t.Context(), "p")
		must(t, err)
	}
	write()
	for _, asked := range []string{"get_evidence_in", "list_watching"} {
		if slices.Contains(ran, asked) {
			t.Errorf("a project without patterns is asked %s: %s", asked, strings.Join(ran, ", "))
		}
	}
	must(t, s.ChangePatterns(t.Context(), "p", false, time.Now(), func(tx patterns.Tx) error {
		p := patterns.Pattern{Key: patterns.KeyOf("p"), Name: "p", Definition: patterns.Definition{
			Rule: patterns.RuleSuccess, Matches: []patterns.Match{{Then: []factor.Identity{{Variable: "read", State: factor.StateOccurred}}}},
		}}
		if err := tx.PutPatterns([]patterns.Pattern{p}); err != nil {
			return err
		}
		if err := tx.PutChanges([]patterns.Change{{Pattern: p.Key, Number: 1}}); err != nil {
			return err
		}
		_, err := evidence.Recount(tx, nil)
		return err
	}))
	if write(); !slices.Contains(ran, "list_watching") {
		t.Errorf("a project with patterns is not asked which watch: %s", strings.Join(ran, ", "))
	}
	if n := patternRows(t, path); n != 6 { // itself, its body, one of the index, a watch, evidence, a change
		t.Errorf("a pattern has %d rows", n)
	}
	must(t, s.PurgeProject(t.Context(), "p"))
	if n := patternRows(t, path); n != 0 {
		t.Errorf("%d rows are left of patterns of a project that was purged", n)
	}
}

// patternRows counts the rows of everything about patterns.
func patternRows(t *testing.T, path string) int64 {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer func() { must(t, conn.Close()) }()
	var n int64
	for _, table := range []string{"pattern", "pattern_body", "pattern_entry", "pattern_watch", "pattern_evidence", "pattern_change"} {
		must(t, sqlitex.ExecuteTransient(conn, "SELECT count(*) FROM "+table, &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			n += stmt.ColumnInt64(0)
			return nil
		}}))
	}
	return n
}

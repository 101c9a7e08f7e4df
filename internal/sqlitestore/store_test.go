package sqlitestore_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

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

package sqlitestore_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/storetest"
)

// embedded opens the database in a folder for the conformance suites.
func embedded(tb testing.TB, dir string) storetest.Set {
	tb.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(dir, "causeway.db"), Timeout: 30 * time.Second})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(context.WithoutCancel(tb.Context())); err != nil {
			tb.Error(err)
		}
	})
	if err := s.Migrate(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return storetest.Set{Graph: s, Index: s.Index(), Ledger: s, Factors: s, Patterns: s, Dependents: s, Execution: s}
}

func TestConformance_store(t *testing.T) { storetest.RunStore(t, embedded) }

func TestConformance_ledger(t *testing.T) { storetest.RunLedger(t, embedded) }

func TestConformance_links(t *testing.T) { storetest.RunLinks(t, embedded) }

func TestConformance_index(t *testing.T) { storetest.RunIndex(t, embedded) }

// The index answers alike however its words lie in the file.
func TestConformance_mergedIndex(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED, NOT RUN: -short; make test runs the suite of the index a second time, with merges all the time")
	}
	storetest.RunIndex(t, mergingOften)
}

func mergingOften(tb testing.TB, dir string) storetest.Set {
	tb.Helper()
	set := embedded(tb, dir)
	set.Graph.(*sqlitestore.Store).MergeOften()
	return set
}

func TestConformance_service(t *testing.T) { storetest.RunService(t, embedded) }

func TestConformance_factors(t *testing.T) { storetest.RunFactors(t, embedded) }

func TestConformance_patterns(t *testing.T) { storetest.RunPatterns(t, embedded) }

func TestConformance_dependents(t *testing.T) { storetest.RunDependents(t, embedded) }

func TestConformance_execution(t *testing.T) { storetest.RunExecution(t, embedded) }

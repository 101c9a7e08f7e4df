package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/storetest"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// factorRows counts what the tables of the factor layers hold.
func factorRows(t *testing.T, path string) map[string]int64 {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer conn.Close()
	out := map[string]int64{}
	for _, table := range []string{
		"factor_layer", "variable", "factor", "factor_link", "contribution", "observation", "support", "factor_statement",
	} {
		n, err := sqlitex.ResultInt64(conn.Prep("SELECT count(*) FROM " + table))
		must(t, err)
		if n > 0 {
			out[table] = n
		}
	}
	return out
}

// A layer that was replaced, or whose project was purged, is removed to the last row, and
// the layers of other projects are left alone.
func TestStore_sweepsLayers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	// More factors than one transaction removes.
	record(t, s, "other", prepare(t, "a", 3))
	alone := factorRows(t, path)
	record(t, s, "p", prepare(t, "a", 300), prepare(t, "b", 2))
	must(t, s.ChangeFactors(t.Context(), "p", false, day, func(d derive.Tx) error {
		if err := derive.ChangeRules(d, contribution.Rules{Closed: []contribution.Closed{{Variable: "weather", At: day}}}); err != nil {
			return err
		}
		_, err := derive.PutStatements(d, []link.Statement{{
			Source: factor.Identity{Variable: "weather", State: "rain"}, Target: factor.Identity{Variable: "mood", State: "low"},
			Relation: episodic.RelationCauses, Origin: "an analyst", At: day,
		}})
		return err
	}))
	before := factorRows(t, path)
	must(t, s.InvalidateLayer(t.Context(), "p"))
	emptied := factorRows(t, path)
	for table, n := range map[string]int64{"factor": 0, "factor_link": 0, "observation": 0, "support": 0, "contribution": 0, "variable": 1, "factor_layer": 1, "factor_statement": 1} {
		if got := emptied[table] - alone[table]; got != n {
			t.Errorf("after InvalidateLayer %d rows of %s are left, not %d", got, table, n)
		}
	}
	for {
		n, err := s.RefreshSome(t.Context(), "p", 1)
		must(t, err)
		if n == 0 {
			break
		}
	}
	for table, n := range factorRows(t, path) {
		if n != before[table] {
			t.Errorf("derived anew there are %d rows of %s, before %d", n, table, before[table])
		}
	}
	must(t, s.PurgeProject(t.Context(), "p"))
	for table, n := range factorRows(t, path) {
		if n != alone[table] {
			t.Errorf("after the purge %d rows of %s are left, not %d", n, table, alone[table])
		}
	}
	if d, err := s.GetDerivation(t.Context(), "other"); err != nil || d.Episodes != 1 {
		t.Errorf("the other project: %+v, %v", d, err)
	}
}

// Of a project whose purge was cut off the rest is derived anew, and its layer is the sum of it,
// whatever was derived in between.
func TestStore_purgeCutOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	purged := false
	s, err := sqlitestore.Open(sqlitestore.Options{
		Path: filepath.Join(t.TempDir(), "causeway.db"),
		OnStatement: func(_ context.Context, name string, _ time.Duration, _ error) {
			if name == "remove_episodes" && purged {
				cancel()
			}
			purged = purged || name == "remove_episodes"
		},
	})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close(context.Background())) })
	must(t, s.Migrate(t.Context()))
	var all []episodic.Prepared
	for i := range 250 {
		all = append(all, prepare(t, fmt.Sprintf("e%03d", i), 2))
	}
	record(t, s, "p", all...)
	if err := s.PurgeProject(ctx, "p"); !errors.Is(err, context.Canceled) {
		t.Fatalf("the purge ended with %v", err)
	}
	d, err := s.GetDerivation(t.Context(), "p")
	must(t, err)
	if d.Underived == 0 || d.Underived == len(all) || d.Episodes != 0 {
		t.Errorf("after the purge was cut off the layer is %+v, not that of none of the rest", d)
	}
	storetest.CheckFactors(t, storetest.Set{Graph: s, Factors: s}, "p")
	must(t, s.PurgeProject(t.Context(), "p"))
}

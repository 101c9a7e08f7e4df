package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/journal"
)

// damaged is a file with records, closed in order, of which a page of a table or an index is damaged: one in the middle.
func damaged(t *testing.T, of string) (path string, records int) {
	t.Helper()
	path, records = filepath.Join(t.TempDir(), "journal.db"), 400
	j := opened(t, journal.Options{Path: path})
	appended(t, j, "p", "k", allRecords(records))
	must(t, j.MarkApplied(t.Context(), []int64{1, 2, 3}))
	must(t, j.Close())
	conn, err := sqlite.OpenConn("file:"+path+"?immutable=1", sqlite.OpenReadOnly|sqlite.OpenURI)
	must(t, err)
	page := 0
	must(t, sqlitex.ExecuteTransient(conn, `SELECT pageno FROM dbstat WHERE name = ?1 AND pagetype = 'leaf' ORDER BY path LIMIT 1
		OFFSET (SELECT count(*) / 2 FROM dbstat WHERE name = ?1 AND pagetype = 'leaf')`, &sqlitex.ExecOptions{
		Args: []any{of}, ResultFunc: func(stmt *sqlite.Stmt) error { page = stmt.ColumnInt(0); return nil },
	}))
	must(t, conn.Close())
	if page == 0 {
		t.Fatalf("%s has no such page", of)
	}
	content, err := os.ReadFile(path)
	must(t, err)
	content[page*4096-700] ^= 4
	must(t, os.WriteFile(path, content, 0o600))
	return path, records
}

func allRecords(n int) []journal.Record { return records(0, n) }

// list pages through what is journaled.
func list(t *testing.T, j *journal.Journal) (out []int64) {
	t.Helper()
	for after := int64(0); ; after = out[len(out)-1] {
		page, err := j.Pending(t.Context(), journal.StateJournaled, after, 100)
		must(t, err)
		if len(page) == 0 {
			return out
		}
		out = append(out, sequences(page)...)
	}
}

func TestDamage_ofRecords(t *testing.T) {
	path, n := damaged(t, "record")
	j := opened(t, journal.Options{Path: path})
	got := list(t, j)
	stretches := j.Damaged()
	if len(stretches) != 1 || stretches[0].First < 10 || stretches[0].Last >= int64(n) {
		t.Fatalf("damaged are %v", stretches)
	}
	d := stretches[0]
	for s := int64(4); s <= int64(n); s++ {
		if lost := d.First <= s && s <= d.Last; lost == slices.Contains(got, s) {
			t.Errorf("record %d: lost is %v", s, lost)
		}
	}
	if s := stats(t, j); s.Damaged != d.Last-d.First+1 || s.Journaled.Records+s.Applied.Records+s.Damaged != int64(n) {
		t.Errorf("%+v", s)
	}
	var engine *episodic.EngineError
	if err := j.Ready(); !errors.As(err, &engine) || !strings.Contains(engine.Reason, "damaged") {
		t.Errorf("%v", err)
	}
	found, err := j.Check(t.Context())
	if !slices.Equal(found, stretches) || err == nil || !strings.Contains(err.Error(), "sequences that cannot be read") {
		t.Errorf("%v, %v", found, err)
	}
	// The rest goes on.
	must(t, j.MarkIndexed(t.Context(), got))
	appended(t, j, "p", "", records(10_000, 10_050))
	if again := list(t, j); len(again) != 50 {
		t.Errorf("%d records wait", len(again))
	}
}

func TestDamage_ofAnIndex(t *testing.T) {
	for _, index := range []string{"record_waiting", "record_id"} {
		t.Run(index, func(t *testing.T) {
			path, n := damaged(t, index)
			j := opened(t, journal.Options{Path: path})
			if got := list(t, j); len(got) != n-3 {
				t.Errorf("%d of %d records are listed", len(got), n-3)
			}
			if _, err := j.Check(t.Context()); err == nil {
				t.Error("the check finds nothing")
			}
			if j.Ready() == nil {
				t.Error("damaged and ready")
			}
		})
	}
}

func TestCheck_sound(t *testing.T) {
	j := opened(t, journal.Options{})
	appended(t, j, "p", "", records(0, 500))
	found, err := j.Check(t.Context())
	must(t, err)
	must(t, j.Ready())
	if len(found) > 0 {
		t.Errorf("%v", found)
	}
}

// A file that is open and not in its place any more takes nothing, until it is back.
func TestJournal_displaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := opened(t, journal.Options{Path: path})
	appended(t, j, "p", "", records(0, 1))
	must(t, os.Rename(path, path+".old"))
	var engine *episodic.EngineError
	_, err := j.Append(t.Context(), "p", "", records(1, 2))
	for what, err := range map[string]error{"an append": err, "readiness": j.Ready(), "the look after it": j.Tend(t.Context())} {
		if !errors.As(err, &engine) || !strings.Contains(engine.Reason, "removed, renamed or replaced") {
			t.Errorf("%s: %v", what, err)
		}
	}
	must(t, os.Rename(path+".old", path))
	appended(t, j, "p", "", records(1, 2))
	must(t, j.Ready())
}

func TestJournal_full(t *testing.T) {
	j := opened(t, journal.Options{})
	appended(t, j, "p", "", records(0, 10))
	must(t, j.LimitPages(2))
	var engine *episodic.EngineError
	for i := range 20 {
		if _, err := j.Append(t.Context(), "p", "", records(100*i+100, 100*i+200)); err != nil && (!errors.As(err, &engine) || engine.Reason != "no space is left for the memory") {
			t.Errorf("%v", err)
		}
	}
	if engine == nil || j.Ready() == nil {
		t.Fatal("it was never full")
	}
	if err := j.Tend(t.Context()); !errors.As(err, &engine) {
		t.Errorf("the look after it: %v", err)
	}
	must(t, j.LimitPages(-1))
	must(t, j.Tend(t.Context()))
	must(t, j.Ready())
	appended(t, j, "p", "", records(5000, 5100))
}

// The log does not grow without end while records come and go all the time.
func TestJournal_logStaysShort(t *testing.T) {
	j := opened(t, journal.Options{})
	longest := int64(0)
	for i := range 300 {
		all := appended(t, j, "p", "", records(50*i, 50*i+50))
		var done []int64
		for _, r := range all {
			done = append(done, r.Sequence)
		}
		must(t, j.MarkIndexed(t.Context(), done))
		pages, err := j.Log()
		must(t, err)
		longest = max(longest, pages)
	}
	if longest > 20_000 || longest < 100 {
		t.Errorf("the log had up to %d pages", longest)
	}
}

package sqlitestore_test

import (
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

func TestLibrary(t *testing.T) {
	conn, err := sqlite.OpenConn(":memory:", sqlite.OpenReadWrite)
	must(t, err)
	defer conn.Close()
	version := ""
	must(t, sqlitex.ExecuteTransient(conn, "SELECT sqlite_version()", &sqlitex.ExecOptions{
		ResultFunc: func(stmt *sqlite.Stmt) error { version = stmt.ColumnText(0); return nil },
	}))
	if version != sqlitestore.Library() {
		t.Errorf("SQLite calls itself %s, the program says %s", version, sqlitestore.Library())
	}
	must(t, sqlitestore.CheckLibrary())
}

func TestOpen_refusesAnOldLibrary(t *testing.T) {
	for _, c := range []struct {
		why    string
		number int
		want   string
	}{
		{"it can corrupt the log", 3_049_002, "contains SQLite 3.49.2"},
		{"the last one before the repair", 3_051_002, "contains SQLite 3.51.2"},
		{"the first repaired one", 3_051_003, ""},
		{"a later one", 3_053_001, ""},
	} {
		path := filepath.Join(t.TempDir(), "new", "causeway.db")
		s, err := sqlitestore.OpenWithLibrary(sqlitestore.Options{Path: path}, c.number)
		switch {
		case c.want == "":
			must(t, err)
			must(t, s.Close(t.Context()))
		case err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "3.51.3 or newer"):
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		case len(folder(t, filepath.Dir(path))) > 0:
			t.Errorf("%s: something was created", c.why)
		}
	}
}

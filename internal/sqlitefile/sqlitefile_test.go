package sqlitefile_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"

	"github.com/causeway-memory/causeway/internal/sqlitefile"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func connect(path string) func(context.Context) (*sqlite.Conn, error) {
	return func(context.Context) (*sqlite.Conn, error) {
		return sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate|sqlite.OpenWAL)
	}
}

func TestPool(t *testing.T) {
	p := sqlitefile.NewPool(1, connect(filepath.Join(t.TempDir(), "a.db")))
	conn, err := p.Take(t.Context())
	must(t, err)
	must(t, sqlitefile.Execute(conn, "CREATE TABLE a (b)"))
	given, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Take(given); !errors.Is(err, context.Canceled) {
		t.Errorf("without a free connection: %v", err)
	}
	done := make(chan error, 1)
	done <- nil
	if other, err := p.TakeUnless(t.Context(), done); other != nil || err != nil || len(done) != 1 {
		t.Errorf("what is done needs no connection: %v, %v", other, err)
	}
	p.Put(conn)
	again, err := p.Take(t.Context())
	must(t, err)
	if again != conn {
		t.Error("an idle connection is not used again")
	}
	p.Put(again)
	must(t, p.Close())
	must(t, p.Close())
	if _, err := p.Take(t.Context()); !errors.Is(err, sqlitefile.ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
}

func TestPool_opensAgain(t *testing.T) {
	failing := true
	path := filepath.Join(t.TempDir(), "a.db")
	p := sqlitefile.NewPool(1, func(ctx context.Context) (*sqlite.Conn, error) {
		if failing {
			return nil, errors.New("not now")
		}
		return connect(path)(ctx)
	})
	defer func() { must(t, p.Close()) }()
	if _, err := p.Take(t.Context()); err == nil {
		t.Error("a connection that cannot be opened")
	}
	failing = false
	conn, err := p.Take(t.Context())
	must(t, err)
	p.Put(conn)
}

func TestGuard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	conn, err := connect(path)(t.Context())
	must(t, err)
	defer func() { must(t, conn.Close()) }()
	g := sqlitefile.NewGuard(path)
	if g.Hold() == nil {
		t.Error("files that are not there are held")
	}
	for _, text := range append(sqlitefile.Flush(), "PRAGMA journal_mode = WAL", "CREATE TABLE a (b)") {
		must(t, sqlitefile.Execute(conn, text))
	}
	if mode, err := sqlitefile.Pragma(conn, "journal_mode", (*sqlite.Stmt).ColumnText); err != nil || mode != "wal" {
		t.Errorf("%s, %v", mode, err)
	}
	must(t, g.Hold())
	must(t, g.Trusted())
	must(t, os.Rename(path+"-wal", path+".old"))
	if err := g.Trusted(); !errors.Is(err, sqlitefile.ErrDisplaced) || sqlitefile.Reason(err) == "" {
		t.Errorf("a log that was renamed: %v", err)
	}
	must(t, os.Rename(path+".old", path+"-wal"))
	must(t, g.Trusted())
	g.Note(errors.New("not the fault of the file"))
	must(t, g.LastFailure())
	g.Note(fmt.Errorf("write: %w", sqlite.ResultFull.ToError()))
	if err := g.LastFailure(); sqlitefile.Reason(err) != "no space is left for the memory" {
		t.Errorf("%v", err)
	}
	g.Note(nil)
	must(t, g.LastFailure())
	must(t, g.Trusted())
	g.Note(fmt.Errorf("commit: %w", sqlite.ResultIOErrFsync.ToError()))
	g.Note(nil)
	if err := g.Trusted(); !errors.Is(err, sqlitefile.ErrUnsynced) || !strings.Contains(sqlitefile.Reason(err), "the drive failed to keep") {
		t.Errorf("after a failed sync, whatever comes later: %v", err)
	}
}

func TestReason(t *testing.T) {
	for code, want := range map[sqlite.ResultCode]string{
		sqlite.ResultReadOnly: "can only be read", sqlite.ResultIOErrRead: "input or output", sqlite.ResultCantOpen: "cannot be opened",
		sqlite.ResultCorrupt: "damaged", sqlite.ResultNotADB: "damaged", sqlite.ResultIOErrDirFsync: "failed to keep",
	} {
		if got := sqlitefile.Reason(code.ToError()); !strings.Contains(got, want) {
			t.Errorf("%v: %q", code, got)
		}
	}
	if got := sqlitefile.Reason(sqlite.ResultConstraint.ToError()); got != "" {
		t.Errorf("a constraint: %q", got)
	}
}

func TestCommits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	c := sqlitefile.NewCommits(path)
	if c.Path() != path+"-commits" || c.Last() != 0 {
		t.Errorf("%s, %d", c.Path(), c.Last())
	}
	for _, step := range []struct{ given, want uint32 }{{5, 5}, {4, 5}, {6, 6}, {1 << 31, 1 << 31}, {1<<32 - 1, 1<<32 - 1}, {3, 3}} {
		if c.Acknowledge(step.given); c.Last() != step.want {
			t.Errorf("%d: %d is kept, want %d", step.given, c.Last(), step.want)
		}
	}
	must(t, os.WriteFile(c.Path(), []byte("causeway commits 0000000009 00000000\n"), 0o600))
	if c.Last() != 0 {
		t.Error("a number with another check is taken")
	}
	must(t, c.Close())
	must(t, c.Close())
	missing := sqlitefile.NewCommits(filepath.Join(t.TempDir(), "missing", "a.db"))
	missing.Acknowledge(1)
	if missing.Last() != 0 {
		t.Error("a file that cannot be made")
	}
}

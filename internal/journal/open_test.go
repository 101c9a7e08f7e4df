package journal_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/migration"
)

// open tries to open a journal and closes it again.
func open(t *testing.T, path string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	j, err := journal.Open(ctx, journal.Options{Path: path, Now: time.Now})
	if err != nil {
		return err
	}
	return j.Close()
}

// copied copies the files of an open journal, as a process that is killed leaves them.
func copied(t *testing.T, from string) (to string) {
	t.Helper()
	to = filepath.Join(t.TempDir(), "journal.db")
	for _, end := range []string{"", "-wal", "-commits"} {
		content, err := os.ReadFile(from + end)
		must(t, err)
		must(t, os.WriteFile(to+end, content, 0o600))
	}
	return to
}

func TestOpen_again(t *testing.T) {
	path := filepath.Join(t.TempDir(), "home", "journal.db")
	j := opened(t, journal.Options{Path: path})
	appended(t, j, "p", "k", records(0, 5))
	must(t, j.MarkApplied(t.Context(), []int64{1, 2}))
	must(t, j.SetAside(t.Context(), 3, "no"))
	killed := copied(t, path)
	must(t, j.Close())
	for why, path := range map[string]string{"closed": path, "killed": killed} {
		t.Run(why, func(t *testing.T) {
			j := opened(t, journal.Options{Path: path})
			checkNumbers(t, j, 2, 2, 1)
			again := appended(t, j, "p", "k", records(0, 5))
			if !again[0].Unchanged || again[4].Sequence != 5 {
				t.Errorf("%+v", again)
			}
		})
	}
}

func TestOpen_oneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := opened(t, journal.Options{Path: path})
	if err := open(t, path); !errors.Is(err, journal.ErrInUse) || !strings.Contains(err.Error(), "is locked") {
		t.Errorf("a second one at once: %v", err)
	}
	appended(t, j, "p", "", records(0, 1))
	waiting := make(chan error)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		second, err := journal.Open(ctx, journal.Options{Path: path, Now: time.Now})
		if err == nil {
			err = second.Close()
		}
		waiting <- err
	}()
	must(t, j.Close())
	must(t, <-waiting)
}

// Records that were acknowledged and are missing are noticed; what is no loss is not refused.
func TestOpen_missesRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := opened(t, journal.Options{Path: path})
	appended(t, j, "p", "", records(0, 1))
	must(t, j.Close())
	j = opened(t, journal.Options{Path: path})
	for i := range 5 {
		appended(t, j, "p", "", records(10+i, 11+i))
	}
	for _, c := range []struct {
		why   string
		spoil func(path string) error
		want  string
	}{
		{"nothing happened", func(string) error { return nil }, ""},
		{"the log is gone", func(path string) error { return os.Remove(path + "-wal") }, "its last 5 records are missing"},
		{"the log is empty", func(path string) error { return os.Truncate(path+"-wal", 0) }, "its last 5 records are missing"},
		{"a bit of the log turned", func(path string) error {
			content, err := os.ReadFile(path + "-wal")
			content[len(content)/2] ^= 1
			return errors.Join(err, os.WriteFile(path+"-wal", content, 0o600))
		}, "is damaged after that"},
		{"the file is gone", os.Remove, "the file is gone or empty, but its log"},
		{"both are gone", func(path string) error { return errors.Join(os.Remove(path), os.Remove(path+"-wal")) }, "and had 6 records"},
		{"the loss is accepted", func(path string) error { return errors.Join(os.Remove(path+"-wal"), os.Remove(path+"-commits")) }, ""},
		{"an empty file", func(path string) error {
			return errors.Join(os.Truncate(path, 0), os.Remove(path+"-wal"), os.Remove(path+"-commits"))
		}, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := copied(t, path)
			must(t, c.spoil(path))
			was := sizeOf(path + "-wal")
			switch err := open(t, path); {
			case c.want == "":
				must(t, err)
			case err == nil || !strings.Contains(err.Error(), c.want):
				t.Errorf("%v", err)
			case strings.Contains(c.want, "is damaged after that") && (was == 0 || sizeOf(path+"-wal-damaged") != was):
				t.Errorf("of a log of %d bytes %d are kept", was, sizeOf(path+"-wal-damaged"))
			}
		})
	}
}

func TestOpen_refuses(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	must(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 500)), 0o600))
	other := filepath.Join(folder, "other.db")
	change(t, other, "CREATE TABLE other (id)")
	newer := filepath.Join(folder, "newer.db")
	must(t, open(t, newer))
	conn, err := checksumvfs.Open(newer, sqlite.OpenReadWrite)
	must(t, err)
	must(t, sqlitex.ExecuteTransient(conn, "PRAGMA user_version = 99", nil))
	must(t, conn.Close())
	for path, want := range map[string]string{text: "not a database", other: "another application", newer: "newer", filepath.Join(text, "journal.db"): "its folder cannot be made"} {
		if err := open(t, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
	if err := open(t, newer); !errors.Is(err, migration.ErrNewer) {
		t.Errorf("%v", err)
	}
}

// change lets another program change a file.
func change(t *testing.T, path, text string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(t, err)
	must(t, sqlitex.ExecuteTransient(conn, text, nil))
	must(t, conn.Close())
}

// sizeOf is the size of a file in bytes, 0 if there is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

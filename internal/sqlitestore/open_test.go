package sqlitestore_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/migration"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// filled makes a closed store with some episodes and returns its path.
func filled(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "causeway.db")
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
	must(t, err)
	must(t, s.Migrate(t.Context()))
	for _, id := range []string{"a", "b", "c"} {
		record(t, s, "p", prepare(t, id, 50))
	}
	must(t, s.Close(t.Context()))
	return path
}

// folder returns the names and contents of the files beside a path.
func folder(t *testing.T, path string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	out := map[string]string{}
	for _, e := range entries {
		if e.Type().IsRegular() {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
			must(t, err)
			out[e.Name()] = string(text)
		}
	}
	return out
}

// run runs statements on a file that no store has opened.
func run(t *testing.T, path string, statements ...string) *sqlite.Conn {
	t.Helper()
	conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(t, err)
	for _, statement := range statements {
		must(t, sqlitex.ExecuteTransient(conn, statement, nil))
	}
	return conn
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	must(t, os.WriteFile(path, text, 0o600))
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return text
}

// Each case spoils the file of a good store. The store says so in one sentence, before or
// when it is brought up to date, and leaves everything as it is.
func TestOpen_refuses(t *testing.T) {
	for _, c := range []struct {
		why   string
		spoil func(t *testing.T, path string)
		want  string
	}{
		{"a text file", func(t *testing.T, path string) {
			write(t, path, bytes.Repeat([]byte("no database\n"), 1000))
		}, "is no SQLite database"},
		{"a database of another application", func(t *testing.T, path string) {
			must(t, os.Remove(path))
			must(t, run(t, path, "PRAGMA user_version = 7", "CREATE TABLE music (title TEXT)").Close())
		}, "is a SQLite database of another application"},
		{"half a database", func(t *testing.T, path string) {
			text := read(t, path)
			write(t, path, text[:len(text)/2])
		}, "is damaged or was cut off"},
		{"the first bytes of a database", func(t *testing.T, path string) {
			write(t, path, read(t, path)[:60])
		}, "is too short for a SQLite database"},
		{"a page that was overwritten in a file that was not closed", func(t *testing.T, path string) {
			overwrite(t, path)
			write(t, path+"-wal", bytes.Repeat([]byte("journal "), 1000))
		}, "is damaged or was cut off"},
		{"nothing but the journal", func(t *testing.T, path string) {
			write(t, path+"-wal", bytes.Repeat([]byte("journal "), 1000))
			must(t, os.Truncate(path, 0))
		}, "is gone or empty, but its journal"},
		{"a folder", func(t *testing.T, path string) {
			must(t, os.Remove(path))
			must(t, os.Mkdir(path, 0o700))
		}, "is no file"},
		{"a store that a newer program wrote", func(t *testing.T, path string) {
			must(t, run(t, path, "INSERT INTO schema_step VALUES ('999', '999_future', 'x', '')").Close())
		}, "step 999_future is newer than this program; use the causeway that wrote it"},
		{"a store whose schema was changed", func(t *testing.T, path string) {
			must(t, run(t, path, "UPDATE schema_step SET checksum = 'x' WHERE version = '002'").Close())
		}, "step 002_episode ran with other content"},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filled(t)
			c.spoil(t, path)
			before := folder(t, path)
			err := openAndMigrate(t, path)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the store says %v, want %q", err, c.want)
			}
			if strings.Contains(c.want, "step") && !errors.Is(err, migration.ErrSchema) {
				t.Errorf("%v is not an ErrSchema", err)
			}
			for name, text := range folder(t, path) {
				if before[name] != text {
					t.Errorf("%s was changed or created", name)
				}
			}
		})
	}
}

func openAndMigrate(t *testing.T, path string) error {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: 5 * time.Second})
	if err != nil {
		return err
	}
	err = s.Migrate(t.Context())
	must(t, s.Close(t.Context()))
	return err
}

func TestOpen_waitsForAnotherProcess(t *testing.T) {
	path := filled(t)
	other := run(t, path, "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE", "DELETE FROM mention")
	_, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: 300 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "another process holds") {
		t.Errorf("a file that another process holds: %v", err)
	}
	go func() {
		time.Sleep(200 * time.Millisecond)
		_ = other.Close()
	}()
	must(t, openAndMigrate(t, path))
}

func TestOpen_byManyAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "causeway.db")
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
			if errs[i] = err; err != nil {
				return
			}
			errs[i] = errors.Join(s.Migrate(t.Context()), s.Ready(t.Context()), s.Close(t.Context()))
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
}

func TestOpen_keepsTheFilePrivate(t *testing.T) {
	dir := t.TempDir()
	s := openFile(t, filepath.Join(dir, "causeway.db"))
	record(t, s, "p", prepare(t, "a", 2))
	for name := range folder(t, filepath.Join(dir, "causeway.db")) {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v", name, info.Mode())
		}
	}
	if _, err := sqlitestore.Open(sqlitestore.Options{}); err == nil || !strings.Contains(err.Error(), "no file is named") {
		t.Errorf("without a path: %v", err)
	}
}

func TestStore_Ready_beforeMigrate(t *testing.T) {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	must(t, err)
	defer s.Close(context.WithoutCancel(t.Context()))
	if err := s.Ready(t.Context()); !errors.Is(err, migration.ErrSchema) || !strings.Contains(err.Error(), "step 001_project has not run") {
		t.Errorf("a file without a schema is ready: %v", err)
	}
}

func TestStore_afterClose(t *testing.T) {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	must(t, err)
	for range 2 {
		must(t, s.Close(t.Context()))
	}
	if _, err := s.ListProjects(t.Context()); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("a closed store answers %v", err)
	}
}

// A process that runs while a newer one migrates the file goes on reading and writes nothing more.
func TestStore_refusesToWriteWhatANewerOneMigrated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	record(t, s, "p", prepare(t, "a", 2))
	must(t, run(t, path, "INSERT INTO schema_step VALUES ('999', '999_future', 'x', '')").Close())
	want := "step 999_future is newer than this program; use the causeway that wrote it, or a later one"
	for what, call := range map[string]func() error{
		"a deletion":  func() error { return s.DeleteEpisode(t.Context(), "p", "a", time.Now()) },
		"a purge":     func() error { return s.PurgeProject(t.Context(), "p") },
		"a migration": func() error { return s.Migrate(t.Context()) },
		"readiness":   func() error { return s.Ready(t.Context()) },
	} {
		if err := call(); !errors.Is(err, migration.ErrNewer) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	if n, err := s.CountEpisodes(t.Context(), episodic.EpisodeQuery{Project: "p"}); err != nil || n != 1 {
		t.Errorf("%d episodes are read, %v; want the one that was there", n, err)
	}
	must(t, run(t, path, "DELETE FROM schema_step WHERE version = '999'").Close())
	record(t, s, "p", prepare(t, "b", 2))
}

package sqlitestore_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// displaced wants an error that says that a file is not in its place, with a reason for callers.
func displaced(t *testing.T, what string, err error) {
	t.Helper()
	var engine *episodic.EngineError
	if !errors.As(err, &engine) || !strings.Contains(engine.Reason, "removed, renamed or replaced") {
		t.Errorf("%s: %v", what, err)
	}
}

func count(t *testing.T, s *sqlitestore.Store, project string) int {
	t.Helper()
	n, err := s.CountEpisodes(t.Context(), episodic.EpisodeQuery{Project: project})
	must(t, err)
	return n
}

// A file that is open and not in its place any more takes no write, until it is back.
func TestStore_displaced(t *testing.T) {
	for _, c := range []struct {
		why        string
		move, back func(t *testing.T, path string)
	}{
		{"the database is renamed", func(t *testing.T, path string) {
			must(t, os.Rename(path, path+".old"))
		}, func(t *testing.T, path string) { must(t, os.Rename(path+".old", path)) }},
		{"the journal is renamed", func(t *testing.T, path string) {
			must(t, os.Rename(path+"-wal", path+".old"))
		}, func(t *testing.T, path string) { must(t, os.Rename(path+".old", path+"-wal")) }},
		{"the folder is renamed", func(t *testing.T, path string) {
			must(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+".old"))
		}, func(t *testing.T, path string) { must(t, os.Rename(filepath.Dir(path)+".old", filepath.Dir(path))) }},
		{"another file takes the place of the database", func(t *testing.T, path string) {
			must(t, os.Rename(path, path+".old"))
			write(t, path, read(t, path+".old"))
		}, func(t *testing.T, path string) { must(t, os.Rename(path+".old", path)) }},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "home", "causeway.db")
			s := openFile(t, path)
			record(t, s, "p", prepare(t, "a", 2))
			c.move(t, path)
			_, err := s.RecordEpisodes(t.Context(), "p", []episodic.Prepared{prepare(t, "b", 2)}, false, day)
			displaced(t, "a write", err)
			displaced(t, "readiness", s.Ready(t.Context()))
			displaced(t, "the look after it", s.Tend(t.Context()))
			c.back(t, path)
			must(t, s.Tend(t.Context()))
			record(t, s, "p", prepare(t, "b", 2))
			must(t, s.Ready(t.Context()))
		})
	}
}

// A commit that went into a file without a name is not acknowledged.
func TestStore_displacedInAWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	var move func()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path, OnStatement: func(_ context.Context, name string, _ time.Duration, _ error) {
		if move != nil && strings.HasPrefix(name, "record_") {
			move()
			move = nil
		}
	}})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close(context.WithoutCancel(t.Context()))) })
	must(t, s.Migrate(t.Context()))
	move = func() { must(t, os.Remove(path)) }
	_, err = s.RecordEpisodes(t.Context(), "p", []episodic.Prepared{prepare(t, "a", 2)}, false, day)
	displaced(t, "the write", err)
	if !strings.Contains(err.Error(), "may be lost") {
		t.Errorf("it does not say what happened: %v", err)
	}
}

// What was acknowledged before the journal was removed is there after an orderly stop.
func TestStore_journalRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
	must(t, err)
	must(t, s.Migrate(t.Context()))
	record(t, s, "p", prepare(t, "a", 2))
	must(t, os.Remove(path+"-wal"))
	displaced(t, "readiness", s.Ready(t.Context()))
	must(t, s.Close(t.Context()))
	if n := count(t, openFile(t, path), "p"); n != 1 {
		t.Errorf("%d episodes are there", n)
	}
}

package sqlitestore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// killed returns the path of the files that a process leaves which is killed after it wrote n
// episodes: the last ones are in the journal only.
func killed(t *testing.T, n int) string {
	t.Helper()
	from := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, from)
	must(t, s.Checkpoint())
	for i := range n {
		record(t, s, "p", prepare(t, fmt.Sprintf("e%d", i), 3))
	}
	to := filepath.Join(t.TempDir(), "causeway.db")
	for _, end := range []string{"", "-wal", "-commits"} {
		write(t, to+end, read(t, from+end))
	}
	return to
}

// A journal that is gone or emptied while nothing runs is noticed; what is no loss is not refused.
func TestOpen_missesCommits(t *testing.T) {
	for _, c := range []struct {
		why   string
		spoil func(t *testing.T, path string)
		want  string
		there int
	}{
		{"nothing happened", func(*testing.T, string) {}, "", 5},
		{"the journal is gone", func(t *testing.T, path string) { must(t, os.Remove(path+"-wal")) }, "commits of", 0},
		{"the journal is empty", func(t *testing.T, path string) { must(t, os.Truncate(path+"-wal", 0)) }, "commits of", 0},
		{"the journal is cut off", func(t *testing.T, path string) {
			must(t, os.Truncate(path+"-wal", int64(len(read(t, path+"-wal"))-5000)))
		}, "the last 1 commits of", 0},
		{"the database is gone, too", func(t *testing.T, path string) {
			must(t, os.Remove(path+"-wal"))
			must(t, os.Remove(path))
		}, "is gone or empty, and had", 0},
		{"another tool wrote the journal back", func(t *testing.T, path string) {
			must(t, run(t, path, "PRAGMA wal_checkpoint(TRUNCATE)").Close())
		}, "", 5},
		{"the number is of an earlier commit, as after a loss of power", func(t *testing.T, path string) {
			must(t, os.Remove(path+"-commits"))
			other := killed(t, 1)
			write(t, path+"-commits", read(t, other+"-commits"))
		}, "", 5},
		{"the number was written in part", func(t *testing.T, path string) {
			must(t, os.Truncate(path+"-commits", 20))
		}, "", 5},
		{"the loss is accepted", func(t *testing.T, path string) {
			must(t, os.Remove(path+"-wal"))
			must(t, os.Remove(path+"-commits"))
		}, "", 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := killed(t, 5)
			c.spoil(t, path)
			before := folder(t, path)
			if c.want == "" {
				if n := count(t, openFile(t, path), "p"); n != c.there {
					t.Errorf("%d episodes are there", n)
				}
				return
			}
			_, err := sqlitestore.Open(sqlitestore.Options{Path: path})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "remove "+path+"-commits") {
				t.Errorf("%v, want %q and what to do", err, c.want)
			}
			if after := folder(t, path); after["causeway.db-commits"] != before["causeway.db-commits"] {
				t.Error("something was changed")
			}
		})
	}
}

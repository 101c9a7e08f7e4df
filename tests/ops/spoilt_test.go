package ops_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/harness"
)

// spoilt is a home folder whose database something happened to.
type spoilt struct {
	harness.CLI
	home, database string
}

// newSpoilt returns a home folder with one episode in it.
func newSpoilt(t *testing.T, home string) *spoilt {
	t.Helper()
	s := &spoilt{home: home, database: engine.DatabasePath(home)}
	s.CLI = shared.CLI(t, home, "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_EMBEDDED_TIMEOUT=1s")
	if got := s.Run(t, "import", dataFile(t), "--project", "p"); got.Code != 0 {
		t.Fatalf("import: %+v", got)
	}
	return s
}

// refuses wants every command that needs the database to say in one line what is wrong.
func (s *spoilt) refuses(t *testing.T, why, says string) {
	t.Helper()
	for _, args := range [][]string{{"up"}, {"import", dataFile(t), "--project", "p"}, {"check", "--project", "p"}, {"export", "--project", "p"}} {
		got := s.Run(t, args...)
		if got.Code != 1 || !strings.Contains(got.Err, says) || strings.Count(strings.TrimSpace(got.Err), "\n") > 0 {
			t.Errorf("%s: %v ended with %d and says\n%s%swant one line with %q", why, args, got.Code, got.Out, got.Err, says)
		}
	}
}

func (s *spoilt) content(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile(s.database)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// execute changes the database behind causeway's back.
func execute(t *testing.T, path string, statements ...string) {
	t.Helper()
	conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if err := sqlitex.ExecuteTransient(conn, statement, nil); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestSpoilt_Database(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	for name, c := range map[string]struct {
		why, says string
		spoil     func(t *testing.T, s *spoilt)
	}{
		"foreign text": {"a file that is no database is not written over", "no SQLite database", func(t *testing.T, s *spoilt) {
			put(t, s.database, bytes.Repeat([]byte("a diary, not a database\n"), 500))
		}},
		"foreign database": {"nor is that of another program", "another application", func(t *testing.T, s *spoilt) {
			must(t, os.Remove(s.database))
			execute(t, s.database, "CREATE TABLE recipe (name TEXT)", "INSERT INTO recipe VALUES ('soup')")
		}},
		"truncated": {"half a database must not look like a small one", "damaged", func(t *testing.T, s *spoilt) {
			put(t, s.database, s.content(t)[:12*4096+100])
		}},
		"newer": {"a newer store is not understood by halves", "newer than this program", func(t *testing.T, s *spoilt) {
			execute(t, s.database, "INSERT INTO schema_step (version, name, checksum, finished_at) VALUES ('999', '999_later', 'x', '2030-01-01')")
		}},
		"a folder": {"a folder cannot be a database", "folder", func(t *testing.T, s *spoilt) {
			must(t, os.Remove(s.database))
			must(t, os.Mkdir(s.database, 0o700))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSpoilt(t, t.TempDir())
			whole := s.content(t)
			c.spoil(t, s)
			before, _ := os.ReadFile(s.database) // a folder has none
			s.refuses(t, c.why, c.says)
			if after, _ := os.ReadFile(s.database); !bytes.Equal(before, after) {
				t.Errorf("%s: the file was changed", c.why)
			}
			must(t, os.RemoveAll(s.database))
			put(t, s.database, whole)
			s.works(t)
		})
	}
}

// works wants the memory to be there and writable.
func (s *spoilt) works(t *testing.T) {
	t.Helper()
	if got := s.Run(t, "import", dataFile(t), "--project", "p"); got.Code != 0 || !strings.Contains(got.Out, "1 unchanged") {
		t.Errorf("afterwards: %+v", got)
	}
	if got := s.Run(t, "check", "--project", "p"); got.Code != 0 {
		t.Errorf("check afterwards: %+v", got)
	}
}

func TestSpoilt_HeldByAnotherProcess(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	s := newSpoilt(t, t.TempDir())
	conn, err := checksumvfs.Open(s.database, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	must(t, sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil))
	got := s.Run(t, "import", dataFile(t), "--project", "other")
	if got.Code != 1 || !strings.Contains(got.Err, "another process") || strings.Count(strings.TrimSpace(got.Err), "\n") > 0 {
		t.Errorf("import beside a writer that does not end: %+v", got)
	}
	must(t, sqlitex.ExecuteTransient(conn, "ROLLBACK", nil))
	must(t, conn.Close())
	s.works(t)
}

// mounted returns a folder on a small file system of its own.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED, NOT RUN: a file system for the test cannot be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() { command(t, "umount", "-l", dir) })
	return dir
}

func command(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v %s", name, args, err, out)
	}
}

func TestSpoilt_ReadOnlyFolder(t *testing.T) {
	harness.EmbeddedOnly(t)
	dir := mounted(t, "size=32m")
	home := filepath.Join(dir, "home")
	s := newSpoilt(t, home)
	command(t, "mount", "-o", "remount,ro", dir)
	s.refuses(t, "nothing can be kept in a folder that is read-only", "cannot be written")
	command(t, "mount", "-o", "remount,rw", dir)
	s.works(t)
}

// TestSpoilt_FullDisk fills a small disk: what was acknowledged stays, and writing goes on
// when there is room again.
func TestSpoilt_FullDisk(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	dir := mounted(t, "size=12m")
	s := newSpoilt(t, filepath.Join(dir, "home"))
	ballast := filepath.Join(dir, "ballast")
	put(t, ballast, make([]byte, 6<<20))
	written := 0
	for {
		var text strings.Builder
		for range 8000 {
			text.WriteString(strconv.FormatUint(rand.Uint64N(1<<30), 36) + " ")
		}
		file := filepath.Join(t.TempDir(), "e.json")
		put(t, file, []byte(`{"id": "full-`+string(rune('a'+written))+`", "task": "`+text.String()+`", "outcome": "success"}`))
		got := s.Run(t, "import", file, "--project", "p")
		if got.Code == 5 {
			if !strings.Contains(got.Err, "no room") && !strings.Contains(got.Err+got.Out, "cannot be written") {
				t.Errorf("a full disk: %+v", got)
			}
			break
		}
		if written++; written > 25 {
			t.Fatal("the disk does not fill")
		}
	}
	must(t, os.Remove(ballast))
	if got := s.Run(t, "export", "--project", "p"); got.Code != 0 || strings.Count(got.Out, "\n") != written+1 {
		t.Errorf("%d episodes were acknowledged before the disk was full: %d lines, %s", written+1, strings.Count(got.Out, "\n"), got.Err)
	}
	if got := s.Run(t, "check", "--project", "p", "--repair"); got.Code != 0 {
		t.Errorf("check with room again: %+v", got)
	}
	s.works(t)
}

func put(t *testing.T, path string, content []byte) {
	t.Helper()
	must(t, os.WriteFile(path, content, 0o600))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

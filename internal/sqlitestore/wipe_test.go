package sqlitestore_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// secret is in every text that is purged.
const secret = "ZXQW7SECRET0451KLMN"

// confide records an episode whose texts contain the secret, and puts it into the index.
func confide(t testing.TB, s *sqlitestore.Store, project string, n int) string {
	t.Helper()
	e := episodic.Episode{
		ID: fmt.Sprintf("e%04d", n), Task: fmt.Sprintf("rotate key %d %s", n, secret), Outcome: episodic.OutcomeSuccess,
		StartedAt: episodic.At(day), Session: secret, Tags: []string{secret},
	}
	for i := range 5 + n%13 {
		e.Events = append(e.Events, episodic.Event{
			ID: fmt.Sprintf("e%d", i), Type: episodic.EventMilestone, Factor: fmt.Sprintf("%s=%d", secret, i%3),
			Content: fmt.Sprintf("%s was used %d times in main.go %s", secret, i, bytes.Repeat([]byte("x"), n*i%900)),
		})
	}
	for i := range e.Events[1:] {
		e.Links = append(e.Links, episodic.Link{
			Source: fmt.Sprintf("e%d", i), Relation: episodic.RelationCauses, Target: fmt.Sprintf("e%d", i+1), Basis: episodic.BasisStated,
		})
	}
	p, err := intake.Prepare(e)
	must(t, err)
	record(t, s, project, p)
	put(t, s.Index(), project, chunk.Chunks(episodic.Stored{Revision: 1, Episode: p.Episode}))
	return e.ID
}

// remains counts what the files of a store still hold of the secret, by file.
func remains(t testing.TB, path string, marks ...[]byte) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, end := range []string{"", "-wal", "-shm"} {
		text, err := os.ReadFile(path + end)
		if os.IsNotExist(err) {
			continue
		}
		must(t, err)
		lower := bytes.ToLower(text)
		n := bytes.Count(lower, bytes.ToLower([]byte(secret)))
		for _, m := range marks {
			n += bytes.Count(text, m)
		}
		if n > 0 {
			out[end] = n
		}
	}
	return out
}

// packed returns a piece from the middle of every deflated content of [confide], in which no text can be read.
func packed(t testing.TB, path string) (marks [][]byte) {
	t.Helper()
	conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite)
	must(t, err)
	defer conn.Close()
	must(t, sqlitex.ExecuteTransient(conn, "SELECT r.content FROM revision r JOIN episode e ON e.number = r.episode WHERE e.id LIKE 'e%'", &sqlitex.ExecOptions{
		ResultFunc: func(stmt *sqlite.Stmt) error {
			content := make([]byte, stmt.ColumnLen(0))
			stmt.ColumnBytes(0, content)
			if len(content) > 200 {
				marks = append(marks, content[len(content)/2:len(content)/2+24])
			}
			return nil
		},
	}))
	return marks
}

// What is purged is in no byte of the files: neither in free pages nor in the journal.
func TestStore_wipesWhatIsPurged(t *testing.T) {
	for _, c := range []struct {
		why   string
		purge func(t *testing.T, s *sqlitestore.Store, ids []string)
	}{
		{"a project", func(t *testing.T, s *sqlitestore.Store, _ []string) {
			must(t, s.Index().DropProject(t.Context(), "p"))
			must(t, s.PurgeProject(t.Context(), "p"))
		}},
		{"every episode", func(t *testing.T, s *sqlitestore.Store, ids []string) {
			for _, id := range ids {
				must(t, s.Index().DeleteEpisodes(t.Context(), first("p"), []string{id}))
				must(t, s.PurgeEpisode(t.Context(), "p", id))
			}
		}},
		{"a generation and the rest", func(t *testing.T, s *sqlitestore.Store, _ []string) {
			must(t, s.PurgeProject(t.Context(), "p"))
			must(t, s.Index().DropGeneration(t.Context(), first("p")))
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "causeway.db")
			s := openFile(t, path)
			record(t, s, "other", prepare(t, "stays", 20))
			var ids []string
			for n := range 60 {
				ids = append(ids, confide(t, s, "p", n))
				if n%10 == 9 { // pages of several projects lie among each other, and are split
					record(t, s, "other", prepare(t, fmt.Sprintf("stays%d", n), 20))
				}
			}
			marks := packed(t, path)
			if got := remains(t, path, marks...); len(got) == 0 {
				t.Fatal("the secret was in no file")
			}
			c.purge(t, s, ids)
			if got := remains(t, path, marks...); len(got) > 0 || !s.Wiped() {
				t.Errorf("the secret is there still: %v", got)
			}
		})
	}
}

// A reader that needs the journal keeps it; it is emptied once the reader has ended.
func TestStore_wipesAfterReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	id := confide(t, s, "p", 7)
	reader := run(t, path, "BEGIN", "SELECT number FROM episode")
	t.Cleanup(func() { must(t, reader.Close()) })
	must(t, s.Index().DeleteEpisodes(t.Context(), first("p"), []string{id}))
	must(t, s.PurgeEpisode(t.Context(), "p", id))
	if s.Wiped() {
		t.Error("the journal was emptied under a reader")
	}
	must(t, sqlitex.ExecuteTransient(reader, "COMMIT", nil))
	for range 1000 { // the checkpointer may be in the way
		must(t, s.Tend(t.Context()))
		if s.Wiped() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if got := remains(t, path); len(got) > 0 || !s.Wiped() {
		t.Errorf("the secret is there still: %v", got)
	}
}

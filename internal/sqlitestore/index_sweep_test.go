package sqlitestore_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// left counts the rows of the index that hold a word.
func left(t *testing.T, path, word string) int {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer conn.Close()
	n := 0
	err = sqlitex.Execute(conn, `SELECT (SELECT count(*) FROM words_page WHERE instr(words, $word) OR instr(term, $word))
		+ (SELECT count(*) FROM words_fresh WHERE instr(words, $word)) + (SELECT count(*) FROM index_chunk WHERE instr(text, $word))
		+ (SELECT count(*) FROM words_segment WHERE instr(term, $word))`, &sqlitex.ExecOptions{
		Named: map[string]any{"$word": []byte(word)}, ResultFunc: func(stmt *sqlite.Stmt) error { n = stmt.ColumnInt(0); return nil },
	})
	must(t, err)
	return n
}

// An episode that is taken out of the index leaves no word in it, wherever its words were; nor does
// an earlier revision, from the next removal on.
func TestIndex_DeleteEpisodes_leavesNoWord(t *testing.T) {
	for _, c := range []struct {
		why    string
		spread func(s *sqlitestore.Store)
		others int
	}{
		{"fresh words", func(*sqlitestore.Store) {}, 3},
		{"a segment of many pages", func(*sqlitestore.Store) {}, 300},
		{"segments in the middle of a merge", (*sqlitestore.Store).MergeOften, 90},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "causeway.db")
			s := openFile(t, path)
			c.spread(s)
			x, r := s.Index(), rand.New(rand.NewPCG(4, 4))
			secret := func(id string, n int) episodic.EpisodeChunks {
				e := randomEpisode(r, id)
				e.Chunks[0].Own += fmt.Sprintf(" \u00a7secret%d", n) // no other term begins with this sign
				return e
			}
			revised := 0
			for i := range c.others {
				e := []episodic.EpisodeChunks{randomEpisode(r, fmt.Sprint("other", i))}
				if i%20 == 0 {
					e = append(e, secret(fmt.Sprint("gone", i), i), secret("revised", 1_000+i))
					revised = i
				}
				put(t, x, "p", e...)
			}
			if left(t, path, "secret") == 0 {
				t.Fatal("the secrets are nowhere")
			}
			var ids []string
			for i := 0; i < c.others; i += 20 {
				ids = append(ids, fmt.Sprint("gone", i))
			}
			must(t, x.DeleteEpisodes(t.Context(), first("p"), ids))
			if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: fmt.Sprintf("\u00a7secret%d", 1_000+revised)}); len(hits) != 1 {
				t.Errorf("the secret that is still there finds %v", texts(hits))
			}
			put(t, x, "p", randomEpisode(r, "revised"))
			must(t, x.DeleteEpisodes(t.Context(), first("p"), []string{"never"}))
			if n := left(t, path, "secret"); n != 0 {
				t.Errorf("%d rows hold a secret", n)
			}
			if all, err := x.CountChunks(t.Context(), []episodic.IndexGeneration{first("p")}); err != nil || all[first("p")].Chunks < c.others {
				t.Errorf("%+v are left, %v", all, err)
			}
			words := strings.Fields(randomEpisode(r, "").Chunks[0].Around)
			if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "own " + strings.Join(words, " "), Limit: 5_000}); len(hits) < c.others {
				t.Errorf("%d chunks are found", len(hits))
			}
		})
	}
}

// A place that is dropped leaves no row, wherever its words were.
func TestIndex_DropProject_leavesNoRow(t *testing.T) {
	for _, often := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "causeway.db")
		s := openFile(t, path)
		if often {
			s.MergeOften()
		}
		history(t, rand.New(rand.NewPCG(5, 5)), s.Index(), 60)
		must(t, s.Index().DropProject(t.Context(), "p"))
		conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
		must(t, err)
		for _, table := range []string{
			"index_project", "index_episode", "index_attribute", "index_chunk", "index_vector", "words_fresh", "words_segment", "words_span", "words_page",
		} {
			n, err := sqlitex.ResultInt64(conn.Prep("SELECT count(*) FROM " + table))
			if err != nil || n != 0 {
				t.Errorf("%d rows of %s are left, %v", n, table, err)
			}
		}
		must(t, conn.Close())
	}
}

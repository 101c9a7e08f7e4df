package sqlitestore_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// wordTable is the FTS5 table whose scores the index gives: the reference of its tests.
type wordTable struct {
	conn   *sqlite.Conn
	chunks []episodic.Chunk
}

// newWordTable holds chunks in the order of their numbers.
func newWordTable(t testing.TB, chunks []episodic.Chunk) *wordTable {
	t.Helper()
	conn, err := sqlite.OpenConn(":memory:")
	must(t, err)
	t.Cleanup(func() { must(t, conn.Close()) })
	must(t, sqlitex.ExecuteScript(conn, `CREATE VIRTUAL TABLE words USING fts5 (own, around, content = '', contentless_delete = 1,
		tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'")`, nil))
	for i, c := range chunks {
		must(t, sqlitex.Execute(conn, "INSERT INTO words (rowid, own, around) VALUES (?, ?, ?)", &sqlitex.ExecOptions{Args: []any{i, c.Own, c.Around}}))
	}
	return &wordTable{conn: conn, chunks: chunks}
}

// search returns what the index should find.
func (w *wordTable) search(t testing.TB, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	var quoted []string
	for _, term := range strings.Fields(q.Terms) {
		quoted = append(quoted, `"`+term+`"`)
	}
	var hits []episodic.ChunkHit
	err := sqlitex.Execute(w.conn, `SELECT rowid, -CAST(bm25(words, 3, 1) * 1e12 AS INTEGER) / 1e12 AS score
		FROM words WHERE words MATCH ? ORDER BY score DESC, rowid`, &sqlitex.ExecOptions{
		Args: []any{strings.Join(quoted, " OR ")},
		ResultFunc: func(stmt *sqlite.Stmt) error {
			c := w.chunks[stmt.ColumnInt(0)]
			if (len(q.Parts) == 0 || slices.Contains(q.Parts, c.Part)) && (q.Filter.Domain == "" || q.Filter.Domain == c.Domain) {
				hits = append(hits, episodic.ChunkHit{Episode: c.Episode, Number: c.Number, Part: c.Part, Text: c.Text, Score: stmt.ColumnFloat(1)})
			}
			return nil
		},
	})
	must(t, err)
	hits = hits[min(q.Offset, len(hits)):]
	return hits[:min(q.Limit, len(hits))]
}

// randomText has words of which a few are frequent.
func randomText(r *rand.Rand, most int) string {
	words := make([]string, r.IntN(most+1))
	for i := range words {
		words[i] = fmt.Sprintf("w%d", int(math.Pow(200, r.Float64()))-1)
	}
	return strings.Join(words, " ")
}

func randomEpisode(r *rand.Rand, id string) episodic.EpisodeChunks {
	e := episodic.EpisodeChunks{Episode: id, Revision: 1 + r.IntN(9)}
	domain := fmt.Sprint("d", r.IntN(3))
	for n := range 1 + r.IntN(4) {
		e.Chunks = append(e.Chunks, episodic.Chunk{
			Episode: id, Revision: e.Revision, Number: n, Domain: domain, Text: fmt.Sprint(id, n),
			Part: []episodic.ChunkPart{episodic.PartHead, episodic.PartDecision, episodic.PartEvents}[r.IntN(3)],
			Own:  "own " + randomText(r, 12), Around: randomText(r, 40),
		})
	}
	return e
}

// history writes episodes at random, searches between the writes, as that leaves something in memory, and returns which are there, in
// the order of their chunks.
func history(t *testing.T, r *rand.Rand, x *sqlitestore.Index, rounds int) []episodic.EpisodeChunks {
	t.Helper()
	var there []episodic.EpisodeChunks
	remove := func(ids []string) {
		there = slices.DeleteFunc(there, func(e episodic.EpisodeChunks) bool { return slices.Contains(ids, e.Episode) })
	}
	for range rounds {
		_, err := x.Search(t.Context(), episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "own w1", Limit: 3})
		must(t, err)
		some := map[string]episodic.EpisodeChunks{}
		for range 1 + r.IntN(6) {
			id := fmt.Sprint("e", r.IntN(80))
			some[id] = randomEpisode(r, id)
		}
		ids := slices.Sorted(maps.Keys(some))
		remove(ids)
		if r.IntN(5) == 0 {
			must(t, x.DeleteEpisodes(t.Context(), first("p"), ids))
			continue
		}
		var list []episodic.EpisodeChunks
		for _, id := range ids {
			list = append(list, some[id])
		}
		put(t, x, "p", list...)
		there = append(there, list...)
	}
	return there
}

// The answers are those of FTS5, to the last chunk and in the same order, whatever was written and
// removed before, and wherever the words are by then.
func TestIndex_Search_likeFTS5(t *testing.T) {
	merged := 0
	for round := range uint64(soak.Rounds(5)) {
		r := soak.Rand(40, round)
		s := open(t)
		if round%3 != 1 {
			s.MergeOften()
		}
		there := history(t, r, s.Index(), 40+int(round*7%12)*10)
		var chunks []episodic.Chunk
		for _, e := range there {
			chunks = append(chunks, e.Chunks...)
		}
		table := newWordTable(t, chunks)
		for range 30 {
			q := episodic.ChunkQuery{
				IndexGeneration: first("p"), Terms: "w" + fmt.Sprint(r.IntN(20)) + " " + randomText(r, 8), Limit: 1 + r.IntN(40), Offset: r.IntN(10),
				Parts: [][]episodic.ChunkPart{nil, nil, {episodic.PartHead}, {episodic.PartDecision, episodic.PartEvents}}[r.IntN(4)],
			}
			if r.IntN(3) == 0 {
				q.Filter.Domain = "d1"
			}
			want := table.search(t, q)
			got, err := s.Index().Search(t.Context(), q)
			must(t, err)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
				t.Fatalf("round %d, %+v (-FTS5 +index):\n%s", round, q, diff)
			}
		}
		if all, err := s.Index().CountChunks(t.Context(), []episodic.IndexGeneration{first("p")}); err != nil || all[first("p")].Chunks != len(chunks) {
			t.Errorf("%+v, %v, want %d", all, err, len(chunks))
		}
		n, err := s.SegmentsOf(t.Context(), first("p"))
		must(t, err)
		if n[1] > 0 {
			merged++
		}
	}
	if merged == 0 {
		t.Error("none was asked in the middle of a merge")
	}
}

package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/index/search_chunks.sql
	searchChunks statement
	//go:embed sql/index/search_filtered_chunks.sql
	searchFilteredChunks statement
)

// maxResults is how deep a ranked list can be read, as in Weaviate.
const maxResults = 10_000

// Search implements [episodic.Index]. Chunks of equal score are in the order of their
// writing, so that the pages of one list fit together. Chunks beyond the best 10,000 are not
// reached.
func (x *Index) Search(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	limit := min(q.Limit, maxResults-q.Offset)
	terms := matchAny(q.Terms)
	if limit <= 0 || q.Offset < 0 || terms == "" {
		return nil, nil
	}
	st, p := searchChunks, params{"terms": terms, "limit": limit, "offset": q.Offset}
	narrow := chunkFilter(q.Filter)
	var hits []episodic.ChunkHit
	err := x.view(ctx, q.Project, func(i *indexTx) error {
		if narrow != nil {
			st, p["project"] = searchFilteredChunks, i.project
			maps.Copy(p, narrow)
		}
		return i.query(i.words(st), p, func(r *row) {
			hits = append(hits, episodic.ChunkHit{
				Episode: r.text("id"), Part: episodic.ChunkPart(r.text("part")), Text: r.text("text"),
				Occurrences: r.texts("occurrences"), Score: r.number("score"),
			})
		})
	})
	if err != nil {
		return nil, fmt.Errorf("search chunks: %w", err)
	}
	return hits, nil
}

// texts reads a column that holds a list of texts as JSON; nil when it is empty.
func (r *row) texts(name string) []string {
	var list []string
	if err := json.Unmarshal([]byte(r.text(name)), &list); err != nil {
		r.fail("column %q: %w", name, err)
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// matchAny is the query of FTS5 for chunks that have any of the terms, which are separated by
// space; empty when there is none. A text ends at a null byte, for SQLite.
func matchAny(terms string) string {
	words := strings.FieldsFunc(terms, func(r rune) bool { return unicode.IsSpace(r) || r == 0 })
	for i, w := range words {
		words[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"`
	}
	return strings.Join(words, " OR ")
}

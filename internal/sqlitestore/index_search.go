package sqlitestore

import (
	"context"
	_ "embed"
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
	terms := split(q.Terms)
	if limit <= 0 || q.Offset < 0 || len(terms) == 0 {
		return nil, nil
	}
	narrow := chunkFilter(q.Filter, q.Parts)
	var hits []episodic.ChunkHit
	each := func(h episodic.ChunkHit) { hits = append(hits, h) }
	err := x.view(ctx, q.IndexGeneration, func(i *indexTx) error {
		if len(terms) > fewTerms {
			return i.searchMany(terms, narrow, limit, q.Offset, each)
		}
		return i.searchFew(terms, narrow, limit, q.Offset, each)
	})
	if err != nil {
		return nil, fmt.Errorf("search chunks: %w", err)
	}
	return hits, nil
}

// searchFew lets SQLite rank: only the chunks of the page leave it.
func (x *indexTx) searchFew(terms []string, narrow params, limit, offset int, each func(episodic.ChunkHit)) error {
	if narrow == nil {
		hits, err := x.searchRare(terms, limit, offset)
		for _, h := range hits {
			each(h)
		}
		return err
	}
	p := params{"terms": matchAny(terms), "limit": limit, "offset": offset, "project": x.place}
	maps.Copy(p, narrow)
	return x.query(x.words(searchFilteredChunks), p, func(r *row) { each(r.chunkHit()) })
}

func (r *row) chunkHit() episodic.ChunkHit {
	return episodic.ChunkHit{
		Episode: r.text("id"), Number: r.integer("position"), Part: episodic.ChunkPart(r.text("part")), Text: r.text("text"),
		Occurrences: r.texts("occurrences"), Score: r.number("score"),
	}
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

// split returns the terms, which are separated by space. A text ends at a null byte, for SQLite.
func split(terms string) []string {
	return strings.FieldsFunc(terms, func(r rune) bool { return unicode.IsSpace(r) || r == 0 })
}

// matchAny is the query of FTS5 for chunks that have any of the terms.
func matchAny(terms []string) string {
	quoted := make([]string, len(terms))
	for i, term := range terms {
		quoted[i] = `"` + strings.ReplaceAll(term, `"`, `""`) + `"`
	}
	return strings.Join(quoted, " OR ")
}

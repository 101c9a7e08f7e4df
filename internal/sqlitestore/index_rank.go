package sqlitestore

import (
	_ "embed"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/index/rank_chunks.sql
	rankChunks statement
	//go:embed sql/index/rank_filtered_chunks.sql
	rankFilteredChunks statement
	//go:embed sql/index/get_index_chunks.sql
	getIndexChunks statement
)

const (
	// fewTerms is how many terms one query of FTS5 ranks: its work on a chunk grows with the
	// number of terms times that of their places.
	fewTerms = 12
	// termsTogether is how many of more terms are ranked at once.
	termsTogether = 8
)

// rankedChunk is a chunk and its score; greater is better.
type rankedChunk struct {
	Number int64   `json:"number"`
	Score  float64 `json:"score"`
}

// searchMany ranks by many terms: BM25 is a sum over terms, so that the scores by some of
// them add up to that by all.
func (x *indexTx) searchMany(terms []string, narrow params, limit, offset int, each func(episodic.ChunkHit)) error {
	st, p := rankChunks, params{"project": x.place}
	if narrow != nil {
		st = rankFilteredChunks
		maps.Copy(p, narrow)
	}
	scores := map[int64]float64{}
	for some := range slices.Chunk(terms, termsTogether) {
		p["terms"] = matchAny(some)
		err := x.query(x.words(st), p, func(r *row) { scores[r.int64("number")] -= r.number("score") })
		if err != nil {
			return err
		}
	}
	ranked := make([]rankedChunk, 0, len(scores))
	for number, score := range scores {
		ranked = append(ranked, rankedChunk{number, score})
	}
	sortRanked(ranked)
	ranked = ranked[min(offset, len(ranked)):]
	ranked = ranked[:min(limit, len(ranked))]
	return x.query(getIndexChunks, params{"ranked": ranked}, func(r *row) { each(r.chunkHit()) })
}

package sqlitestore

import (
	"cmp"
	_ "embed"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

//go:embed sql/index/count_terms.sql
var countTerms statement

// rareTimes is how many times the chunks of the page have one of the terms that are tried
// first.
const rareTimes = 4

// rarity is a term with what it says about a chunk.
type rarity struct {
	term string
	// chunks is how many have the term.
	chunks int
	// most is the most that the term adds to a score.
	most float64
}

// searchRare ranks few of the chunks that have any of the terms, with the same answer as if
// it ranked all (MaxScore, Turtle and Flood 1995): a chunk that has common terms only cannot
// be among the best once enough others have more than these can add up to. Ranking is what
// takes long: for each chunk SQLite looks up how long it is.
func (x *indexTx) searchRare(terms []string, limit, offset int) ([]episodic.ChunkHit, error) {
	list, err := x.rarities(terms)
	if err != nil {
		return nil, err
	}
	n := fewest(list, func(rare, _ []rarity) bool { return chunksOf(rare) >= rareTimes*(limit+offset) })
	for {
		var hits []episodic.ChunkHit
		err := x.query(x.words(searchChunks), rareParams(list, n, limit, offset), func(r *row) { hits = append(hits, r.chunkHit()) })
		if err != nil || n == len(list) {
			return hits, err
		}
		least := 0.0
		if len(hits) == limit {
			least = hits[limit-1].Score
		}
		enough := fewest(list, func(_, common []rarity) bool { return mostOf(common) < least })
		if enough <= n {
			return hits, nil
		}
		n = enough
	}
}

// rarities returns the terms, the rarest first.
func (x *indexTx) rarities(terms []string) ([]rarity, error) {
	list := make([]rarity, len(terms))
	queries := make([]string, len(terms))
	for i, term := range terms {
		queries[i] = matchAny([]string{term})
		list[i].term = term
	}
	err := x.query(x.words(countTerms), params{"terms": queries}, func(r *row) {
		one := &list[r.int64("place")]
		one.chunks = r.integer("chunks")
		one.most = mostScore(one.chunks, r.integer("total"))
	})
	slices.SortStableFunc(list, func(a, b rarity) int { return cmp.Compare(a.chunks, b.chunks) })
	return list, err
}

// mostScore is above all that bm25 of FTS5 gives a chunk for one term that so many chunks
// have: its inverse document frequency times k1 + 1, with k1 = 1.2.
func mostScore(chunks, total int) float64 {
	n := float64(chunks)
	frequency := math.Log((float64(total) - n + .5) / (n + .5))
	return max(frequency, 1e-6)*2.2 + 1e-9
}

// fewest returns how many of the rarest terms are enough; all when ranking what has one of
// those would save little.
func fewest(list []rarity, enough func(rare, common []rarity) bool) int {
	for n := range list {
		if n > 0 && enough(list[:n], list[n:]) {
			if 2*chunksOf(list[:n]) > chunksOf(list) {
				break
			}
			return n
		}
	}
	return len(list)
}

func chunksOf(list []rarity) int {
	sum := 0
	for _, one := range list {
		sum += one.chunks
	}
	return sum
}

func mostOf(list []rarity) float64 {
	sum := 0.0
	for _, one := range list {
		sum += one.most
	}
	return sum
}

// rareParams asks for chunks that have one of the rarest n terms, ranked by all terms. FTS5
// ranks by every term as often as it stands in the query: the rare ones have to be there twice.
func rareParams(list []rarity, n, limit, offset int) params {
	p := params{"limit": limit, "offset": offset, "times": 1}
	rare := make([]string, 0, len(list))
	for _, one := range list[:n] {
		rare = append(rare, one.term)
	}
	p["terms"] = matchAny(rare)
	if n == len(list) {
		return p
	}
	all := rare
	for _, one := range list[n:] {
		all = append(all, one.term, one.term)
	}
	p["terms"], p["times"] = "("+matchAny(rare)+") AND ("+matchAny(all)+")", 2
	return p
}

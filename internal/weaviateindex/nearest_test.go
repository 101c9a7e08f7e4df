package weaviateindex_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// random returns a vector of n numbers with length 1.
func random(r *rand.Rand, n int) []float32 {
	v, sum := make([]float32, n), 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// The server's graph is weak with many equal vectors: with a flatSearchCutoff of 0, it returned one of
// four matches. It must return as many chunks as requested.
func TestIndex_Nearest_asManyAsAsked(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const n, dimension = 1_200, 8
	x := open(t)
	p := project(t, x)
	same := random(r, dimension)
	var all []episodic.EpisodeChunks
	for i := range n {
		e := revision(1, episodic.Episode{
			ID: fmt.Sprintf("ep-%04d", i), Task: "task", Domain: []string{"even", "odd"}[i%2], Session: fmt.Sprint(i % 300),
		})
		v := same
		if i%3 > 0 {
			v = random(r, dimension)
		}
		all = append(all, embedded(e, v))
	}
	put(t, x, p, all...)
	for why, c := range map[string]struct {
		filter episodic.EpisodeFilter
		match  int
	}{
		"all of them":    {episodic.EpisodeFilter{}, n},
		"half of them":   {episodic.EpisodeFilter{Domain: "odd"}, n / 2},
		"four of them":   {episodic.EpisodeFilter{Session: "7"}, 4},
		"nothing at all": {episodic.EpisodeFilter{Session: "7", Domain: "even"}, 0},
	} {
		for _, limit := range []int{1, 10, 130, n} {
			for _, question := range [][]float32{same, random(r, dimension)} {
				hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Vector: question, Filter: c.filter, Limit: limit})
				if want := min(limit, c.match); len(hits) != want || len(found(hits)) != want {
					t.Errorf("%s: %d of %d asked, %d came, of %d episodes", why, limit, c.match, len(hits), len(found(hits)))
				}
				if !slices.IsSortedFunc(hits, func(a, b episodic.ChunkHit) int { return cmp.Compare(b.Score, a.Score) }) {
					t.Errorf("%s: the best of %d do not come first", why, limit)
				}
			}
		}
	}
}

// Pages of equal scores fit together.
func TestIndex_Nearest_pages(t *testing.T) {
	x := open(t)
	p := project(t, x)
	const n = 400
	var all []episodic.EpisodeChunks
	for i := range n {
		all = append(all, embedded(episode(fmt.Sprintf("ep-%03d", i), "task"), axis(4, i/350)))
	}
	put(t, x, p, all...)
	var seen []string
	for offset := 0; offset <= n; offset += 90 {
		for _, h := range nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Vector: axis(4, 0), Limit: 90, Offset: offset}) {
			seen = append(seen, h.Episode)
		}
	}
	if len(seen) != n || !slices.IsSorted(seen) {
		t.Errorf("the pages hold %d of %d episodes, in the order of their ids: %v", len(seen), n, slices.IsSorted(seen))
	}
	for _, q := range []episodic.ChunkQuery{{Limit: 20_000}, {Limit: 10, Offset: 9_999}, {Limit: 10, Offset: 1 << 40}, {Limit: -1}, {Limit: 1, Offset: -1}, {}} {
		q.IndexGeneration, q.Vector, q.Name = first(p), axis(4, 0), episodic.VectorChunk
		if _, err := x.Nearest(t.Context(), q); err != nil {
			t.Errorf("limit %d, offset %d: %v", q.Limit, q.Offset, err)
		}
	}
}

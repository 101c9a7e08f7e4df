package recall_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/soak"
)

// ranked returns a list of n chunks of some episodes with falling scores.
func ranked(r *rand.Rand, n int, best float64) []episodic.ChunkHit {
	var hits []episodic.ChunkHit
	for _, i := range r.Perm(3 * n)[:n] {
		hits = append(hits, episodic.ChunkHit{Episode: fmt.Sprint("ep-", i/4), Number: i % 4, Score: best * r.Float64()})
	}
	slices.SortFunc(hits, func(a, b episodic.ChunkHit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// scoreOf adds the shares of a key in both lists, each against the best of its list.
func scoreOf(key func(episodic.ChunkHit) string, k string, words, near []episodic.ChunkHit, alpha float64) float64 {
	share := func(list []episodic.ChunkHit) float64 {
		for _, h := range list[:min(recall.Candidates, len(list))] {
			if key(h) == k {
				return h.Score / list[0].Score
			}
		}
		return 0
	}
	return (1-alpha)*share(words) + alpha*share(near)
}

func TestFuse(t *testing.T) {
	r := soak.Rand(1, 2)
	for range soak.Rounds(100) {
		words, near := ranked(r, r.IntN(250), 20), ranked(r, r.IntN(250), 1)
		alpha, episodes := r.Float64(), r.IntN(2) == 0
		key := func(h episodic.ChunkHit) string { return fmt.Sprint(h.Episode, "/", h.Number) }
		if episodes {
			key = func(h episodic.ChunkHit) string { return h.Episode }
		}
		hits, terms := recall.Fuse(words, near, alpha, episodes)
		seen, fused := map[string]bool{}, map[string]bool{}
		for _, list := range [][]episodic.ChunkHit{words, near} {
			for i, h := range list {
				seen[key(h)] = true
				fused[key(h)] = fused[key(h)] || i < recall.Candidates
			}
		}
		if len(hits) != len(seen) {
			t.Fatalf("%d hits of %d chunks", len(hits), len(seen))
		}
		head := 0
		for i, h := range hits {
			if i > 0 && h.Score > hits[i-1].Score {
				t.Fatalf("hit %d has more than the one before", i)
			}
			if !fused[key(h)] {
				continue
			}
			if head++; head != i+1 {
				t.Fatalf("hit %d is fused and behind one that is not", i)
			}
			if want := scoreOf(key, key(h), words, near, alpha); math.Abs(h.Score-want) > 1e-12 {
				t.Fatalf("hit %d scores %v, want %v", i, h.Score, want)
			}
			sum := 0.0
			if terms[i].WordShare != nil {
				sum += (1 - alpha) * *terms[i].WordShare
			}
			if terms[i].VectorShare != nil {
				sum += alpha * *terms[i].VectorShare
			}
			if math.Abs(sum-h.Score) > 1e-12 {
				t.Fatalf("the terms of hit %d add up to %v, not to %v", i, sum, h.Score)
			}
		}
	}
}

// A page must not change because a longer list was asked for.
func TestFuse_longerAnswerBeginsAlike(t *testing.T) {
	r := soak.Rand(3, 4)
	for range soak.Rounds(100) {
		words, near := ranked(r, 400, 20), ranked(r, 400, 1)
		long, _ := recall.Fuse(words, near, .25, false)
		short, _ := recall.Fuse(words[:100], near[:100], .25, false)
		for i := range short {
			if long[i].Episode != short[i].Episode || long[i].Number != short[i].Number || long[i].Score != short[i].Score {
				t.Fatalf("place %d: %+v and %+v", i, long[i], short[i])
			}
		}
	}
}

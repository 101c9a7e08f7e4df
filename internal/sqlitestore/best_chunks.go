package sqlitestore

import (
	"cmp"
	"math"
	"slices"
)

// rankedChunk is a chunk and its score; greater is better.
type rankedChunk struct {
	Number int64   `json:"number"`
	Score  float64 `json:"score"`
}

// bestChunks keeps the best of the chunks that are offered to it: a heap whose top is the
// worst that is kept. Of equal scores the least number is the best.
type bestChunks struct {
	keep int
	heap []rankedChunk
}

// newBestChunks returns room for the best chunks, at most as many as will be offered.
func newBestChunks(keep, most int) *bestChunks {
	return &bestChunks{keep: keep, heap: make([]rankedChunk, 0, min(keep, most))}
}

// worse reports whether a comes after b.
func worse(a, b rankedChunk) bool {
	return a.Score < b.Score || a.Score == b.Score && a.Number > b.Number
}

func (b *bestChunks) offer(number int64, score float64) {
	c := rankedChunk{number, score}
	switch {
	case len(b.heap) < b.keep:
		b.heap = append(b.heap, c)
		b.up(len(b.heap) - 1)
	case worse(b.heap[0], c):
		b.heap[0] = c
		b.down()
	}
}

// least is the score below which nothing is kept any more; below every similarity while all is.
func (b *bestChunks) least() float64 {
	if len(b.heap) < b.keep {
		return math.Inf(-1)
	}
	return b.heap[0].Score
}

// up moves a chunk towards the top while it is worse than the one above it.
func (b *bestChunks) up(at int) {
	for at > 0 && worse(b.heap[at], b.heap[(at-1)/2]) {
		above := (at - 1) / 2
		b.heap[at], b.heap[above] = b.heap[above], b.heap[at]
		at = above
	}
}

// down moves the top away from it while one below is worse.
func (b *bestChunks) down() {
	for at := 0; ; {
		below := 2*at + 1
		if below >= len(b.heap) {
			return
		}
		if below+1 < len(b.heap) && worse(b.heap[below+1], b.heap[below]) {
			below++
		}
		if !worse(b.heap[below], b.heap[at]) {
			return
		}
		b.heap[at], b.heap[below] = b.heap[below], b.heap[at]
		at = below
	}
}

// ranked returns what is kept, best first.
func (b *bestChunks) ranked() []rankedChunk {
	sortRanked(b.heap)
	return b.heap
}

// sortRanked puts the best first, of equal scores the least number.
func sortRanked(list []rankedChunk) {
	slices.SortFunc(list, func(a, b rankedChunk) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Number, b.Number))
	})
}

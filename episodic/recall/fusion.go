package recall

import (
	"cmp"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// DefaultAlpha is the weight of the vectors in a question that names none.
	DefaultAlpha = .25
	// candidates is how many of the best chunks by words, and by vectors, are fused. What
	// comes after them keeps its order behind, so that a longer answer begins like a shorter.
	candidates = 100
	// leastSimilarity is the cosine under which a vector alone makes no match when words
	// count too: below it, neighbours are noise (docs/recall.md has what was measured).
	leastSimilarity = .15
)

// fuse puts two ranked lists of chunks together: relative scores, each against the best of its
// list, weighted by alpha. Only the first candidates of either list are fused; the rest
// follows by its own score, which counts no more than the last of the fused. key says which
// chunks of the two lists are the same.
func fuse(words, near []episodic.ChunkHit, alpha float64, key func(episodic.ChunkHit) chunkKey) []scoredChunk {
	f := fusion{key: key, at: map[chunkKey]int{}}
	byWord, bySimilarity := wordTerm(words, 1-alpha), similarityTerm(near, alpha)
	f.add(words[:min(candidates, len(words))], byWord)
	f.add(near[:min(candidates, len(near))], bySimilarity)
	slices.SortStableFunc(f.chunks, func(a, b scoredChunk) int { return cmp.Compare(b.Score, a.Score) })
	f.fused = len(f.chunks)
	for i, c := range f.chunks {
		f.at[key(c.ChunkHit)] = i
	}
	f.add(words[min(candidates, len(words)):], byWord)
	f.add(near[min(candidates, len(near)):], bySimilarity)
	for i := max(f.fused, 1); i < len(f.chunks); i++ {
		f.chunks[i].Score = min(f.chunks[i].Score, f.chunks[i-1].Score)
	}
	return f.chunks
}

// chunkKey is what a chunk is known by.
type chunkKey struct {
	episode string
	number  int
}

// byChunk fuses the two scores of one chunk, byEpisode the best of each list of one episode.
func byChunk(h episodic.ChunkHit) chunkKey { return chunkKey{h.Episode, h.Number} }

func byEpisode(h episodic.ChunkHit) chunkKey { return chunkKey{h.Episode, 0} }

// fusion gathers chunks in the order of their coming.
type fusion struct {
	key    func(episodic.ChunkHit) chunkKey
	chunks []scoredChunk
	at     map[chunkKey]int
	// fused is how many chunks have their place and keep their score.
	fused int
}

// scoreTerm notes a score among the terms and returns what it is worth, and whether there
// was none before.
type scoreTerm func(t *ScoreTerms, score float64) (worth float64, first bool)

// add gives every chunk of a list its term; a chunk that is new comes last.
func (f *fusion) add(list []episodic.ChunkHit, term scoreTerm) {
	for _, h := range list {
		key := f.key(h)
		i, ok := f.at[key]
		if !ok {
			i = len(f.chunks)
			f.at[key] = i
			f.chunks = append(f.chunks, scoredChunk{ChunkHit: h})
			f.chunks[i].Score = 0
		}
		if i < f.fused {
			continue
		}
		c := &f.chunks[i]
		if worth, first := term(&c.terms, h.Score); first {
			c.Score += worth
		}
	}
}

func wordTerm(list []episodic.ChunkHit, weight float64) scoreTerm {
	best := bestOf(list)
	return func(t *ScoreTerms, score float64) (float64, bool) {
		if t.WordScore != nil {
			return 0, false
		}
		share := shareOf(score, best)
		t.WordScore, t.WordShare = &score, &share
		return weight * share, true
	}
}

func similarityTerm(list []episodic.ChunkHit, weight float64) scoreTerm {
	best := bestOf(list)
	return func(t *ScoreTerms, score float64) (float64, bool) {
		if t.Similarity != nil {
			return 0, false
		}
		share := shareOf(score, best)
		t.Similarity, t.VectorShare = &score, &share
		return weight * share, true
	}
}

// bestOf is the first score of a list, which is the best.
func bestOf(list []episodic.ChunkHit) float64 {
	if len(list) == 0 {
		return 0
	}
	return list[0].Score
}

// shareOf is a score against the best one, from 0 to 1.
func shareOf(score, best float64) float64 {
	if best <= 0 {
		return 0
	}
	return min(max(score/best, 0), 1)
}

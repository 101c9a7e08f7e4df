package recall

import (
	"cmp"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// candidates is the number of the best chunks by words, and by vectors, that are fused. The
	// rest keeps its order behind them, so that a longer answer begins like a shorter one.
	candidates = 100
	// leastSimilarity is the cosine below which a vector alone is not a match if words count too:
	// smaller values are noise (docs/recall.md has the measurements).
	leastSimilarity = .15
)

// fuse merges two ranked lists of chunks: scores relative to the best of each list, weighted by
// alpha. Only the first candidates of either list are fused; the rest follows by its own score,
// which counts no more than the last fused one. key identifies equal chunks in the two lists, and more, unless nil, is what
// a fused chunk scores beside.
func fuse(words, near []episodic.ChunkHit, alpha float64, key func(episodic.ChunkHit) chunkKey, more func(episodic.ChunkHit) float64) []scoredChunk {
	f := fusion{key: key, at: map[chunkKey]int{}}
	byWord, bySimilarity := wordTerm(words, 1-alpha), similarityTerm(near, alpha)
	f.add(words[:min(candidates, len(words))], byWord)
	f.add(near[:min(candidates, len(near))], bySimilarity)
	for i := range f.chunks {
		if more != nil {
			f.chunks[i].Score += more(f.chunks[i].ChunkHit)
		}
	}
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

// chunkKey identifies a chunk.
type chunkKey struct {
	episode string
	number  int
}

// byChunk fuses the two scores of one chunk, byEpisode the best scores of one episode.
func byChunk(h episodic.ChunkHit) chunkKey { return chunkKey{h.Episode, h.Number} }

func byEpisode(h episodic.ChunkHit) chunkKey { return chunkKey{h.Episode, 0} }

// fusion collects chunks in order of arrival.
type fusion struct {
	key    func(episodic.ChunkHit) chunkKey
	chunks []scoredChunk
	at     map[chunkKey]int
	// fused is the number of chunks whose position and score are final.
	fused int
}

// scoreTerm records a score in the terms and returns its contribution, and whether it is the first
// of its kind.
type scoreTerm func(t *ScoreTerms, score float64) (worth float64, first bool)

// add adds the term of every chunk of a list; new chunks are appended.
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

// bestOf returns the first score of a list, which is the best.
func bestOf(list []episodic.ChunkHit) float64 {
	if len(list) == 0 {
		return 0
	}
	return list[0].Score
}

// shareOf returns a score relative to the best one, from 0 to 1.
func shareOf(score, best float64) float64 {
	if best <= 0 {
		return 0
	}
	return min(max(score/best, 0), 1)
}

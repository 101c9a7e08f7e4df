package episodic

import "context"

// chunkQuestion asks for the chunks that answer a text best.
type chunkQuestion struct {
	project, text string
	filter        EpisodeFilter
	parts         []ChunkPart
	alpha         float64
	name          VectorName
	// depth is how many of the best are wanted.
	depth int
}

// scoredChunk is a chunk with what its score is made of.
type scoredChunk struct {
	ChunkHit
	terms ScoreTerms
}

// chunkAnswer holds chunks, best first.
type chunkAnswer struct {
	chunks []scoredChunk
	// complete says that no further chunk matches.
	complete bool
	degraded bool
	reason   string
}

// bestChunks finds chunks by words and vectors, fused.
func (s *Service) bestChunks(ctx context.Context, q chunkQuestion) (chunkAnswer, error) {
	panic("not there yet")
}

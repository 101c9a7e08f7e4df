package embedding

// learning holds the parameters of learning a table. docs/decisions/0014-learned-vectors.md has
// the measurements behind them.
type learning struct {
	// dimension is the number of components of a vector.
	dimension int
	// window is how many consecutive chunks of an episode make another document; one begins at
	// every chunk.
	window int
	// windowWeight is the weight of a window relative to a chunk.
	windowWeight float64
	// minChunks is the number of chunks in which a word must occur to get a vector.
	minChunks int
	// maxWords bounds the words with a vector; more frequent ones come first.
	maxWords int
	// maxCounted bounds the words counted at a time; beyond it, those seen in only one chunk are
	// forgotten.
	maxCounted int
	// maxPlaces bounds the chunks at which documents begin; of more, an even sample is used.
	maxPlaces int
	// oversampling is how many directions beyond the dimension are searched.
	oversampling int
	// rounds is the number of power iterations.
	rounds int
	// chunksPerDirection is the number of chunks needed for each direction that is kept: with
	// more directions, words of the same meaning stay apart.
	chunksPerDirection int
	// power is the exponent of the singular value in the weight of a direction.
	power float64
}

func standardLearning() learning {
	return learning{
		dimension: learnedDimension, window: 5, windowWeight: 1, minChunks: 1,
		maxWords: 20_000, maxCounted: 1 << 20, maxPlaces: 40_000,
		oversampling: 16, rounds: 2, chunksPerDirection: 4, power: 0,
	}
}

// rank returns the number of directions to keep; the rest of a vector is zero.
func (l learning) rank(chunks int) int {
	return max(1, min(l.dimension, chunks/l.chunksPerDirection))
}

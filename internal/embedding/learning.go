package embedding

// learning says how a table is learned. The figures behind each choice are in
// docs/decisions/0014-learned-vectors.md.
type learning struct {
	// dimension is how many numbers a vector has.
	dimension int
	// window is how many consecutive chunks of an episode make a further document; one
	// begins at every chunk.
	window int
	// windowWeight is what a window counts beside a chunk.
	windowWeight float64
	// minChunks is in how many chunks a word has to stand to get a vector.
	minChunks int
	// maxWords bounds the words that get a vector, the more frequent first.
	maxWords int
	// maxCounted bounds the words that are counted at one time; beyond it those seen in one
	// chunk so far are forgotten.
	maxCounted int
	// maxPlaces bounds the chunks that documents are taken at; of more, an even sample.
	maxPlaces int
	// oversampling is how many directions more than the dimension the search carries.
	oversampling int
	// rounds is how often the directions are multiplied by the matrix.
	rounds int
	// chunksPerDirection is how many chunks there have to be for each direction that is
	// kept: with more directions than that, words that mean the same stay apart.
	chunksPerDirection int
	// power is to which power of its singular value a direction is weighted.
	power float64
}

func standardLearning() learning {
	return learning{
		dimension: learnedDimension, window: 5, windowWeight: 1, minChunks: 1,
		maxWords: 20_000, maxCounted: 1 << 20, maxPlaces: 40_000,
		oversampling: 16, rounds: 2, chunksPerDirection: 4, power: 0,
	}
}

// rank is how many directions of so many chunks are kept; the rest of a vector is zero.
func (l learning) rank(chunks int) int {
	return max(1, min(l.dimension, chunks/l.chunksPerDirection))
}

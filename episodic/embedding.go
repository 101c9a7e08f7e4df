package episodic

import (
	"context"
	"iter"
)

// VectorName names one of the vectors of a chunk.
type VectorName string

// The vectors. Every chunk has VectorChunk, the head of an episode the others too (seed 002).
const (
	VectorChunk VectorName = "chunk"
	// VectorTask is of the task alone.
	VectorTask VectorName = "task"
	// VectorOutcome is of the outcome with the lessons and errors.
	VectorOutcome VectorName = "outcome"
	// VectorFull is of the whole episode.
	VectorFull VectorName = "full"
)

// EmbedText is a text to be turned into a vector: as a reader has it, and analysed.
type EmbedText struct {
	Plain string
	Terms []string
}

// Embedder makes the models that turn text into vectors. It is safe for concurrent use.
type Embedder interface {
	// Wants reports whether a project should get a new model: its chunks are embedded by
	// active, and there are so many of them now.
	Wants(active Generation, chunks int) bool
	// Prepare makes the model for a project's next generation. corpus yields the chunks of
	// one episode after the other, always in the same order; it may be read several times.
	// Data without a fingerprint means that the project gets no vectors.
	Prepare(ctx context.Context, corpus Corpus) (ModelData, error)
	// Load returns the model of that data. It returns an error that wraps [ErrModelChanged]
	// when vectors of that fingerprint can no longer be made.
	Load(data ModelData) (Model, error)
}

// Corpus yields the chunks of a project, one episode at a time; after an error it ends.
type Corpus = iter.Seq2[[]EmbedText, error]

// Model turns text into vectors. It is safe for concurrent use.
type Model interface {
	// Instant says that Embed takes microseconds and cannot fail, so that a write need not
	// put it off.
	Instant() bool
	// Embed returns a normalised vector of the model's dimension for each text; nil for a
	// text that says nothing to the model. Errors wrap [ErrUnavailable] when the model does
	// not answer, [ErrModelChanged] when it no longer is the one of its fingerprint.
	Embed(ctx context.Context, texts []EmbedText) ([][]float32, error)
}

// Cache remembers values by key and may forget any of them. It is safe for concurrent use.
type Cache[V any] interface {
	Get(key string) (V, bool)
	Add(key string, value V)
}

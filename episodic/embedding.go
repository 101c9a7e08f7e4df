package episodic

import (
	"context"
	"iter"
)

// VectorName is the name of a vector of a chunk.
type VectorName string

// The vectors. Every chunk has VectorChunk; the head of an episode also has the others (seed 002).
const (
	VectorChunk VectorName = "chunk"
	// VectorTask covers the task alone.
	VectorTask VectorName = "task"
	// VectorOutcome covers the outcome with the lessons and errors.
	VectorOutcome VectorName = "outcome"
	// VectorFull covers the whole episode.
	VectorFull VectorName = "full"
)

// EmbedText is a text to embed: as plain text and as analyzed terms.
type EmbedText struct {
	Plain string
	Terms []string
}

// Embedder makes the models that turn text into vectors. It is safe for concurrent use.
type Embedder interface {
	// Wants reports whether a project should get a new model, given the generation that
	// embedded its chunks and their current number.
	Wants(active Generation, chunks int) bool
	// Prepare makes the model for a project's next generation. corpus yields the chunks
	// episode by episode, always in the same order; it may be read several times. Data
	// without a fingerprint means that the project gets no vectors.
	Prepare(ctx context.Context, corpus Corpus) (ModelData, error)
	// Load returns the model with that data. It returns an error that wraps [ErrModelChanged]
	// if it can no longer make vectors of that fingerprint.
	Load(data ModelData) (Model, error)
}

// Corpus yields the chunks of a project, one episode at a time; after an error it ends.
type Corpus = iter.Seq2[[]EmbedText, error]

// Model turns text into vectors. It is safe for concurrent use.
type Model interface {
	// Instant reports whether Embed takes microseconds and cannot fail, so that a write need
	// not defer it.
	Instant() bool
	// Embed returns a normalized vector of the model's dimension for each text; nil for a
	// text without any known term. Errors wrap [ErrUnavailable] if the model does not answer
	// and [ErrModelChanged] if it no longer matches its fingerprint.
	Embed(ctx context.Context, texts []EmbedText) ([][]float32, error)
}

// Cosine returns the cosine of two normalized vectors of one model, from -1 to 1; 0 if one is nil.
func Cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// Cache remembers values by key and may forget any of them. It is safe for concurrent use.
type Cache[V any] interface {
	Get(key string) (V, bool)
	Add(key string, value V)
}

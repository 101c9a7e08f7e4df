package recall

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
)

// Store is the part of the episode store that the service uses.
type Store interface {
	episodic.EpisodeReader
	episodic.AccessStore
	episodic.ReferenceReader
	episodic.ProjectStore
}

// Parts are the dependencies of a Service.
type Parts struct {
	Store  Store
	Engine episodic.Index
	// Index has the generations and models of the index.
	Index *index.Service
	// Fallback answers if the index is unavailable; nil if both are one engine, so that it would
	// not answer either.
	Fallback episodic.Fallback
	// Embedder makes vectors; nil for words only.
	Embedder episodic.Embedder
	// Terms caches analyzed questions, Questions their vectors; nil disables the cache.
	Terms     episodic.Cache[[]string]
	Questions episodic.Cache[[]float32]
}

// Service searches episodes. It is safe for concurrent use.
type Service struct {
	store     Store
	engine    episodic.Index
	index     *index.Service
	fallback  episodic.Fallback
	embedder  episodic.Embedder
	terms     episodic.Cache[[]string]
	questions episodic.Cache[[]float32]
	now       episodic.Clock
}

// New returns a Service with these dependencies.
func New(p Parts, now episodic.Clock) *Service {
	return &Service{
		store: p.Store, engine: p.Engine, index: p.Index, fallback: p.Fallback, embedder: p.Embedder,
		terms: p.Terms, questions: p.Questions, now: now,
	}
}

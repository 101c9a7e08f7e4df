package recall

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Store is what the service needs of the store of episodes.
type Store interface {
	episodic.EpisodeReader
	episodic.AccessStore
	episodic.ReferenceReader
	episodic.ProjectStore
}

// Parts are what a Service is made of.
type Parts struct {
	Store  Store
	Engine episodic.Index
	// Index knows the generations and models of the index.
	Index *index.Service
	// Fallback answers in place of an index that is unavailable; nil when both are one
	// engine, so that it would not answer either.
	Fallback episodic.Fallback
	// Embedder makes vectors; nil for words only.
	Embedder episodic.Embedder
	// Terms remembers analyzed questions, Questions their vectors; nil remembers nothing.
	Terms     episodic.Cache[[]string]
	Questions episodic.Cache[[]float32]
	// Tokens counts what [Service.ContextFor] answers with, which refuses without it.
	Tokens explain.Tokens
	// Adviser gives [Service.ContextFor] its patterns; nil for none.
	Adviser Adviser
}

// Service finds episodes again. It is safe for concurrent use.
type Service struct {
	store     Store
	engine    episodic.Index
	index     *index.Service
	fallback  episodic.Fallback
	embedder  episodic.Embedder
	terms     episodic.Cache[[]string]
	questions episodic.Cache[[]float32]
	tokens    explain.Tokens
	adviser   Adviser
	now       episodic.Clock
}

// New returns a Service over its parts.
func New(p Parts, now episodic.Clock) *Service {
	return &Service{
		store: p.Store, engine: p.Engine, index: p.Index, fallback: p.Fallback, embedder: p.Embedder,
		terms: p.Terms, questions: p.Questions, tokens: p.Tokens, adviser: p.Adviser, now: now,
	}
}

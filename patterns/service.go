package patterns

import (
	"time"

	"github.com/causeway-memory/causeway/causal"
)

// Tokens counts the tokens of a text as a language model sees it.
type Tokens interface {
	// CountTokens returns how many tokens a text has.
	CountTokens(text string) (int, error)
}

// Parts are what a Service is put together from.
type Parts struct {
	// Patterns keeps them, Factors the layer that they are recognised by.
	Patterns Store
	Factors  causal.FactorStore
	// Episodes finds the episodes that are named.
	Episodes causal.Occurrences
	Tokens   Tokens
}

// Service finds, judges and keeps patterns. It is safe for concurrent use.
type Service struct {
	store    Store
	factors  causal.FactorStore
	episodes causal.Occurrences
	tokens   Tokens
	now      func() time.Time
}

// NewService returns a Service over its parts; now tells when something is recorded.
func NewService(p Parts, now func() time.Time) *Service {
	return &Service{store: p.Patterns, factors: p.Factors, episodes: p.Episodes, tokens: p.Tokens, now: now}
}

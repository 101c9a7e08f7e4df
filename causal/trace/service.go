package trace

import (
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Service finds paths between occurrences. It is safe for concurrent use.
type Service struct {
	store       Store
	occurrences layer.Occurrences
	tokens      explain.Tokens
}

// New returns a Service; tokens measures explanations, and without it there are none.
func New(store Store, occurrences layer.Occurrences, tokens explain.Tokens) *Service {
	return &Service{store: store, occurrences: occurrences, tokens: tokens}
}

package catalog

import (
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/patterns"
)

// Service keeps patterns. It is safe for concurrent use.
type Service struct {
	store    patterns.Store
	episodes layer.Occurrences
	tokens   explain.Tokens
	now      func() time.Time
}

// New returns a Service.
func New(store patterns.Store, episodes layer.Occurrences, tokens explain.Tokens, now func() time.Time) *Service {
	return &Service{store: store, episodes: episodes, tokens: tokens, now: now}
}

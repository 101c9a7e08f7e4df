package similarity

import (
	"github.com/causeway-memory/causeway/patterns"
)

// Service compares patterns. It is safe for concurrent use.
type Service struct {
	store patterns.Store
}

// New returns a Service over its parts.
func New(store patterns.Store) *Service {
	return &Service{store: store}
}

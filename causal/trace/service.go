package trace

import (
	"github.com/causeway-memory/causeway/causal/layer"
)

// Service finds paths between occurrences. It is safe for concurrent use.
type Service struct {
	store       Store
	occurrences layer.Occurrences
}

// New returns a Service.
func New(store Store, occurrences layer.Occurrences) *Service {
	return &Service{store: store, occurrences: occurrences}
}

package validation

import (
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// Service tests patterns. It is safe for concurrent use.
type Service struct {
	store   patterns.Store
	factors derive.Store
	catalog *catalog.Service
}

// New returns a Service over its parts.
func New(store patterns.Store, factors derive.Store, patternCatalog *catalog.Service) *Service {
	return &Service{store: store, factors: factors, catalog: patternCatalog}
}

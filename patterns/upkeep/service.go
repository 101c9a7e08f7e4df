package upkeep

import (
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// Service mines and maintains patterns. It is safe for concurrent use.
type Service struct {
	store      patterns.Store
	factors    derive.Store
	catalog    *catalog.Service
	validation *validation.Service
	now        func() time.Time
}

// New returns a Service.
func New(store patterns.Store, factors derive.Store, kept *catalog.Service, tested *validation.Service, now func() time.Time) *Service {
	return &Service{store: store, factors: factors, catalog: kept, validation: tested, now: now}
}

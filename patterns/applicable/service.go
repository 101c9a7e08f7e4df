package applicable

import (
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// Service finds patterns for a task. It is safe for concurrent use.
type Service struct {
	store   patterns.Store
	catalog *catalog.Service
	now     func() time.Time
}

// New returns a Service over its parts.
func New(store patterns.Store, kept *catalog.Service, now func() time.Time) *Service {
	return &Service{store: store, catalog: kept, now: now}
}

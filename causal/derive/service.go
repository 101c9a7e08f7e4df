package derive

import (
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
)

// Service changes the factor layer. It is safe for concurrent use.
type Service struct {
	factors     Store
	occurrences layer.Occurrences
	layer       *layer.Service
	now         func() time.Time
}

// New returns a Service.
func New(factors Store, occurrences layer.Occurrences, layerService *layer.Service, now func() time.Time) *Service {
	return &Service{factors: factors, occurrences: occurrences, layer: layerService, now: now}
}

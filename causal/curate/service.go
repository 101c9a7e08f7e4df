package curate

import (
	"github.com/causeway-memory/causeway/causal/layer"
)

// Service assesses the factor layer. It is safe for concurrent use.
type Service struct {
	factors     layer.Reader
	occurrences layer.Occurrences
	layer       *layer.Service
}

// New returns a Service.
func New(factors layer.Reader, occurrences layer.Occurrences, layerService *layer.Service) *Service {
	return &Service{factors: factors, occurrences: occurrences, layer: layerService}
}

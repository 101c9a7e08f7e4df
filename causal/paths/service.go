package paths

import (
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Service finds paths between factors. It is safe for concurrent use.
type Service struct {
	factors     layer.Reader
	occurrences layer.Occurrences
	layer       *layer.Service
	tokens      explain.Tokens
}

// New returns a Service.
func New(factors layer.Reader, occurrences layer.Occurrences, layerService *layer.Service, tokens explain.Tokens) *Service {
	return &Service{factors: factors, occurrences: occurrences, layer: layerService, tokens: tokens}
}

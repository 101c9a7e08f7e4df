package decision

import (
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Service compares options. It is safe for concurrent use.
type Service struct {
	factors     layer.Reader
	occurrences layer.Occurrences
	layer       *layer.Service
	effect      *effect.Service
	tokens      explain.Tokens
}

// New returns a Service over its parts.
func New(factors layer.Reader, occurrences layer.Occurrences, layerService *layer.Service, effectService *effect.Service, tokens explain.Tokens) *Service {
	return &Service{factors: factors, occurrences: occurrences, layer: layerService, effect: effectService, tokens: tokens}
}

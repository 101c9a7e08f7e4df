package effect

import (
	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Service estimates effects. It is safe for concurrent use.
type Service struct {
	*naming.Service

	layer  *layer.Service
	model  *model.Service
	doubts *doubt.Service
	tokens explain.Tokens
}

// New returns a Service over its parts.
func New(names *naming.Service, layerService *layer.Service, modelService *model.Service, doubts *doubt.Service, tokens explain.Tokens) *Service {
	return &Service{Service: names, layer: layerService, model: modelService, doubts: doubts, tokens: tokens}
}

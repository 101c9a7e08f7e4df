package mechanism

import (
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/model"
)

// Service shows mechanisms. It is safe for concurrent use.
type Service struct {
	layer  *layer.Service
	models *model.Service
}

// New returns a Service over its parts.
func New(reader *layer.Service, models *model.Service) *Service {
	return &Service{layer: reader, models: models}
}

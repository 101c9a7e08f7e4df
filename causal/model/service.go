package model

import (
	"github.com/causeway-memory/causeway/causal/layer"
)

// Service learns and keeps models. It is safe for concurrent use.
type Service struct {
	factors layer.Reader
	layer   *layer.Service
	models  *modelCache
}

// New returns a Service over its parts.
func New(factors layer.Reader, reader *layer.Service) *Service {
	return &Service{factors: factors, layer: reader, models: newModelCache()}
}

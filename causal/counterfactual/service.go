package counterfactual

import (
	"context"

	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Models learns a model of targets, actions and everything upstream of them, as
// [model.Service.Model] does.
type Models interface {
	Model(ctx context.Context, project string, targets, actions []string) (*model.Model, error)
}

// Service answers counterfactual questions. It is safe for concurrent use.
type Service struct {
	factors     layer.Reader
	occurrences layer.Occurrences
	layer       *layer.Service
	trace       *trace.Service
	models      Models
	effect      *effect.Service
	doubts      *doubt.Service
	tokens      explain.Tokens
}

// New returns a Service over its parts.
func New(factors layer.Reader, occurrences layer.Occurrences, layerService *layer.Service, traceService *trace.Service, models Models, effectService *effect.Service, doubts *doubt.Service, tokens explain.Tokens) *Service {
	return &Service{factors: factors, occurrences: occurrences, layer: layerService, trace: traceService, models: models, effect: effectService, doubts: doubts, tokens: tokens}
}

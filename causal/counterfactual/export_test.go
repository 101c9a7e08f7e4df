package counterfactual

import (
	"context"
	"errors"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/model"
)

// WithMechanism is the service with models in which a variable has a given mechanism.
func WithMechanism(s *Service, variable string, mechanism inference.Noisy) *Service {
	out := *s
	out.models = givenMechanism{s.models, variable, mechanism}
	return &out
}

type givenMechanism struct {
	Models

	variable  string
	mechanism inference.Noisy
}

func (g givenMechanism) Model(ctx context.Context, project string, targets, actions []string) (*model.Model, error) {
	m, err := g.Models.Model(ctx, project, targets, actions)
	if err != nil {
		return nil, err
	}
	column, known := m.Column[g.variable]
	if !known {
		return nil, errors.New("the model does not have " + g.variable)
	}
	return m.WithMechanism(column, g.mechanism), nil
}

// Spread is Interval.spread.
func Spread(value float64, drawn []float64) (low, high float64) {
	i := model.Interval{Value: value}
	spread(&i, drawn)
	return i.Low, i.High
}

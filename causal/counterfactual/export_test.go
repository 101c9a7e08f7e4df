package counterfactual

import (
	"context"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/model"
)

// Believe makes a service take a mechanism for that of the target until the project changes,
// in questions about what an action does to it.
func Believe(ctx context.Context, s *Service, project, target, action string, mechanism inference.Noisy) error {
	m, err := s.model.Model(ctx, project, []string{target}, []string{action})
	if err != nil {
		return err
	}
	column := m.Column[target]
	parents, _ := m.ParentsOf(column)
	fit := m.Fits.Of(m.FitKey(column, parents))
	fit.Once.Do(func() {})
	fit.Noisy, fit.Table = &estimation.NoisyFit{
		Noisy: mechanism, N: len(m.Episodes), Strengths: make([]estimation.Estimate, len(mechanism.Influences)),
	}, nil
	return nil
}

// Spread is Interval.spread.
func Spread(value float64, drawn []float64) (low, high float64) {
	i := model.Interval{Value: value}
	spread(&i, drawn)
	return i.Low, i.High
}

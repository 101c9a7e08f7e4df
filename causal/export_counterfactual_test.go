package causal

import (
	"context"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// Believe makes a service take a mechanism for that of the target until the project changes,
// in questions about what an action does to it.
func Believe(ctx context.Context, s *Service, project, target, action string, mechanism inference.Noisy) error {
	m, err := s.model(ctx, project, []string{target}, []string{action})
	if err != nil {
		return err
	}
	column := m.column[target]
	parents, _ := m.parentsOf(column)
	fit := m.fits.of(m.fitKey(column, parents))
	fit.once.Do(func() {})
	fit.noisy, fit.table = &estimation.NoisyFit{
		Noisy: mechanism, N: len(m.episodes), Strengths: make([]estimation.Estimate, len(mechanism.Influences)),
	}, nil
	return nil
}

// Spread is Interval.spread.
func Spread(value float64, drawn []float64) (low, high float64) {
	i := Interval{Value: value}
	i.spread(drawn)
	return i.Low, i.High
}

package naming

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/text"
)

// Service resolves the names in questions. It is safe for concurrent use.
type Service struct {
	factors     layer.Reader
	occurrences layer.Occurrences
	layer       *layer.Service
}

// New returns a Service over its parts.
func New(factors layer.Reader, occurrences layer.Occurrences, layerService *layer.Service) *Service {
	return &Service{factors: factors, occurrences: occurrences, layer: layerService}
}

// OptionNamed is an option of a decision. It is untried unless it is among the states of its
// variable.
func OptionNamed(asked string, id factor.Identity, states []factor.Identity) StateName {
	known := slices.Contains(states, id)
	return StateName{Asked: asked, Identity: id, Known: known, Untried: !known}
}

// StatesOf are the states of variables that some episode has, by variable and state.
func (s *Service) StatesOf(ctx context.Context, project string, variables []string) ([]factor.Identity, error) {
	found, err := s.factors.StatesOf(ctx, project, text.Sorted(variables))
	if err != nil {
		return nil, fmt.Errorf("list the states of %d variables: %w", len(variables), err)
	}
	out := make([]factor.Identity, 0, len(found))
	for _, f := range found {
		if f.Frequency() > 0 {
			out = append(out, f.Identity)
		}
	}
	slices.SortFunc(out, ByVariable)
	return out, nil
}

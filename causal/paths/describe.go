package paths

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/explain"
)

// ExplainFactor describes a factor and the episodes that have it, within [explain.DefaultBudget]
// tokens.
func (s *Service) ExplainFactor(f factor.Factor) (string, error) {
	explanation, err := explain.Fit(s.tokens, explain.DefaultBudget, f.InWords, nil)
	return explanation.Text, err
}

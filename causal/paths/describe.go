package paths

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/explain"
)

// ExplainFactor says a factor in words, with the episodes it was seen in, within
// [explain.DefaultBudget] tokens.
func (s *Service) ExplainFactor(f factor.Factor) (string, error) {
	told, err := explain.Fit(s.tokens, explain.DefaultBudget, f.InWords, nil)
	return told.Text, err
}

package curate

import (
	"context"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
)

// Degenerate is Factor.degenerate.
func Degenerate(f factor.Factor) bool { return degenerate(f) }

// Suggest is suggest.
func Suggest(factors []factor.Factor, rules contribution.Rules, least float64) ([]MergeSuggestion, error) {
	return suggest(context.Background(), factors, rules, least)
}

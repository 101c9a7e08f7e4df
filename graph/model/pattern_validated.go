package model

import (
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// mostValidated is how many tests of one run are shown.
const mostValidated = 1000

// ValidatePatternsPayload is what a validation did. It is remembered with the call that asked for it.
type ValidatePatternsPayload struct {
	Run                                string
	At                                 time.Time
	Family, Episodes, Pending, Skipped int
	Totals                             map[patterns.Result]int
	Tests                              []validation.Validated
}

// NewValidatePatternsPayload keeps the tests of patterns that were named, else of those that changed.
func NewValidatePatternsPayload(r validation.Report, named bool) ValidatePatternsPayload {
	out := ValidatePatternsPayload{
		Run: r.Run, At: r.At, Family: r.Family, Episodes: r.Episodes, Pending: r.Pending,
		Skipped: r.Skipped, Totals: map[patterns.Result]int{},
	}
	for _, v := range r.Results {
		out.Totals[v.Validation.Result]++
		if (named || v.Validation.Before != v.Validation.After) && len(out.Tests) < mostValidated {
			out.Tests = append(out.Tests, v)
		}
	}
	return out
}

// Results returns how many patterns have each result.
func (p ValidatePatternsPayload) Results() []PatternResultTotal { return resultTotals(p.Totals) }

// Validations returns the tests that are shown.
func (p ValidatePatternsPayload) Validations() []ValidatedPattern {
	return each(p.Tests, func(v validation.Validated) ValidatedPattern {
		return ValidatedPattern{
			Pattern: upkeep.Named{Pattern: v.Pattern, Name: v.Name}, Validation: PatternValidation{v.Validation},
		}
	})
}

func resultTotals(totals map[patterns.Result]int) []PatternResultTotal {
	out := []PatternResultTotal{}
	for _, r := range patterns.Results() {
		if totals[r] > 0 {
			out = append(out, PatternResultTotal{Result: r, Count: totals[r]})
		}
	}
	return out
}

// PrunePatternsPayload is what pruning did, or would do.
type PrunePatternsPayload struct{ upkeep.PruneReport }

// Items returns the patterns of little value.
func (p PrunePatternsPayload) Items() []PrunedPattern {
	return each(p.PruneReport.Items, func(i upkeep.PruneItem) PrunedPattern { return PrunedPattern{i} })
}

// PrunedPattern is a pattern of little value.
type PrunedPattern struct{ upkeep.PruneItem }

// Pattern returns which one.
func (p PrunedPattern) Pattern() upkeep.Named { return p.Named }

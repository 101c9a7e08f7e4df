package model

import (
	"github.com/causeway-memory/causeway/patterns/similarity"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

// PatternConsolidation is the report of a consolidation.
type PatternConsolidation struct{ upkeep.Consolidation }

// Query returns what was looked for.
func (c PatternConsolidation) Query() string { return c.Extraction.Query }

// Examined returns how many candidates were looked at.
func (c PatternConsolidation) Examined() int { return c.Extraction.Looked }

// Found returns how many were borne out.
func (c PatternConsolidation) Found() int { return c.Extraction.Found }

// Added returns the patterns that are new.
func (c PatternConsolidation) Added() []upkeep.Named { return listed(c.Extraction.Added) }

// Known returns how many of the rest there were already.
func (c PatternConsolidation) Known() int { return c.Extraction.Known }

// Reason returns nil when something was looked for.
func (c PatternConsolidation) Reason() *string { return optional(c.Extraction.Reason) }

// Patterns returns how many patterns were validated.
func (c PatternConsolidation) Patterns() int { return c.Validation.Patterns }

// Skipped returns how many were changed meanwhile and left as they are.
func (c PatternConsolidation) Skipped() int { return c.Validation.Skipped }

// Run returns the id of the validation.
func (c PatternConsolidation) Run() string { return c.Validation.Run }

// Family returns how many patterns were tested together.
func (c PatternConsolidation) Family() int { return c.Validation.Family }

// Results returns how many patterns have each result.
func (c PatternConsolidation) Results() []PatternResultTotal {
	return resultTotals(c.Validation.Results)
}

// Changed returns the statuses that the validation changed.
func (c PatternConsolidation) Changed() []PatternStatusChange {
	return statusChanges(c.Validation.Changed)
}

// Mended returns how many rows of evidence had to be mended.
func (c PatternConsolidation) Mended() int { return c.Validation.Mended }

// Refinements returns what the failures of patterns under review have in common.
func (c PatternConsolidation) Refinements() []PatternRefinement {
	return each(c.Consolidation.Refinements, func(r upkeep.Refinement) PatternRefinement { return PatternRefinement{r} })
}

// Merges returns pairs that somebody should look at.
func (c PatternConsolidation) Merges() []PatternMergeSuggestion {
	return each(c.Consolidation.Merges, func(m similarity.MergeSuggestion) PatternMergeSuggestion {
		return PatternMergeSuggestion{m}
	})
}

// Deprecated returns the patterns that were given up.
func (c PatternConsolidation) Deprecated() []PatternStatusChange {
	return statusChanges(c.Consolidation.Deprecated)
}

func statusChanges(found []upkeep.StatusChange) []PatternStatusChange {
	return each(found, func(s upkeep.StatusChange) PatternStatusChange { return PatternStatusChange{s} })
}

// PatternStatusChange is a status that was changed.
type PatternStatusChange struct{ upkeep.StatusChange }

// Pattern returns whose.
func (c PatternStatusChange) Pattern() upkeep.Named { return c.Named }

// PatternMergeSuggestion is two patterns that say nearly the same.
type PatternMergeSuggestion struct{ similarity.MergeSuggestion }

// Patterns returns both.
func (s PatternMergeSuggestion) Patterns() []upkeep.Named {
	out := make([]upkeep.Named, len(s.Keys))
	for i := range s.Keys {
		out[i] = upkeep.Named{Pattern: s.Keys[i], Name: s.Names[i]}
	}
	return out
}

// PatternRefinement is a further state under which a pattern holds up.
type PatternRefinement struct{ upkeep.Refinement }

// Pattern returns which one.
func (r PatternRefinement) Pattern() upkeep.Named { return r.Named }

// State returns what was the case before the action.
func (r PatternRefinement) State() FactorName { return FactorName{r.Refinement.State} }

// WithTrials returns the trials that had it.
func (r PatternRefinement) WithTrials() int { return r.With.N }

// WithSuccesses returns those of them that succeeded.
func (r PatternRefinement) WithSuccesses() int { return r.With.K }

// WithoutTrials returns the trials that did not have it.
func (r PatternRefinement) WithoutTrials() int { return r.Without.N }

// WithoutSuccesses returns those of them that succeeded.
func (r PatternRefinement) WithoutSuccesses() int { return r.Without.K }

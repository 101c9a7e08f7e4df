package model

import (
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// Pattern is a pattern as the schema shows it.
type Pattern struct {
	patterns.Pattern
	Project string
}

// IsNode marks a type that has a global id.
func (Pattern) IsNode() {}

// ID returns the global id.
func (p Pattern) ID() string {
	return GlobalID{Type: TypePattern, Project: p.Project, Key: p.Key}.String()
}

// said is what its authors say.
func (p Pattern) said() PatternDefinition { return PatternDefinition{p.Pattern.Definition} }

// Summary returns nil when nobody wrote one.
func (p Pattern) Summary() *string { return p.said().Summary() }

// Description returns nil when nobody wrote one.
func (p Pattern) Description() *string { return p.said().Description() }

// Matches returns how episodes are recognised.
func (p Pattern) Matches() []PatternMatch { return p.said().Matches() }

// Applicability returns to which tasks it applies.
func (p Pattern) Applicability() PatternApplicability { return p.said().Applicability() }

// Content returns nil when it says no more than the action.
func (p Pattern) Content() *PatternContent { return p.said().Content() }

// Guidance returns how it is applied.
func (p Pattern) Guidance() PatternGuidance { return p.said().Guidance() }

// Claim returns nil when no rate was stated.
func (p Pattern) Claim() *PatternClaim {
	if p.Pattern.Claim == nil {
		return nil
	}
	return &PatternClaim{*p.Pattern.Claim}
}

// Mined returns nil when it was not found in the episodes.
func (p Pattern) Mined() *MinedPatternFigures {
	if p.Pattern.Mined == nil {
		return nil
	}
	return &MinedPatternFigures{*p.Pattern.Mined}
}

// Reason returns nil when nothing was said.
func (p Pattern) Reason() *string { return optional(p.Pattern.Reason) }

// CountedFrom returns nil when all episodes are counted.
func (p Pattern) CountedFrom() *time.Time { return known(p.Pattern.CountedFrom) }

// Counts returns the trials of all times.
func (p Pattern) Counts() PatternCounts { return PatternCounts{p.Pattern.Counts} }

// Rate returns nil without a trial whose outcome is known.
func (p Pattern) Rate() *Estimate {
	return share(validation.RatePoint{Successes: p.Pattern.Counts.Successes, Trials: p.Pattern.Counts.Trials()}.Rate())
}

// Confidence returns nil before the first validation.
func (p Pattern) Confidence() *float64 {
	if p.Last == nil {
		return nil
	}
	return p.Last.Confidence
}

// LastUsed returns nil when no application was recorded.
func (p Pattern) LastUsed() *time.Time { return known(p.Pattern.LastUsed) }

// LastValidation returns nil before the first.
func (p Pattern) LastValidation() *PatternValidation { return validationOf(p.Last) }

// PatternCounts are counts of trials.
type PatternCounts struct{ patterns.Counts }

// TimeSaved returns nil when no application tells.
func (c PatternCounts) TimeSaved() *float64 { return mean(c.Time) }

// CostSaved returns nil when no application tells.
func (c PatternCounts) CostSaved() *float64 { return mean(c.Cost) }

func mean(s patterns.Saving) *float64 {
	if s.N == 0 {
		return nil
	}
	return new(s.Sum / float64(s.N))
}

// PatternClaim is a rate that somebody stated.
type PatternClaim struct{ patterns.Claim }

// Source returns nil when it is unknown.
func (c PatternClaim) Source() *string { return optional(c.Claim.Source) }

// MinedPatternFigures are the figures by which a pattern was found.
type MinedPatternFigures struct{ patterns.Mined }

// Strata returns the variables that were held fixed.
func (m MinedPatternFigures) Strata() []string { return listed(m.Mined.Strata) }

// Difference returns the adjusted difference.
func (m MinedPatternFigures) Difference() Estimate {
	return Estimate{Value: m.Mined.Difference, Low: m.DifferenceInterval.Low, High: m.DifferenceInterval.High}
}

// share returns nil for a share of nothing.
func share(value float64, within patterns.Interval, ok bool) *Estimate {
	if !ok {
		return nil
	}
	return &Estimate{Value: value, Low: within.Low, High: within.High}
}

// PatternConnection is a page of patterns.
type PatternConnection struct{ Connection[PatternEdge] }

// Nodes returns the items alone.
func (c PatternConnection) Nodes() []Pattern { return nodes(c.Edges) }

// PatternEdge is one pattern of a page.
type PatternEdge struct{ Edge[Pattern] }

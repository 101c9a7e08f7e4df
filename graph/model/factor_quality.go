package model

import (
	"github.com/causeway-memory/causeway/causal/curate"
)

// CausalQuality is a report on the factors and links of a project as the schema shows it.
type CausalQuality struct {
	curate.Quality
	Project string
}

// Derivation returns how far they are.
func (q CausalQuality) Derivation() Derivation { return Derivation{q.Quality.Derivation, q.Project} }

// Degenerate returns factors whose label says nothing.
func (q CausalQuality) Degenerate() []Factor { return NewFactors(q.Project, q.Quality.Degenerate) }

// Hub returns nil without links.
func (q CausalQuality) Hub() *FactorHub {
	if q.Quality.Hub == nil {
		return nil
	}
	return &FactorHub{*q.Quality.Hub, q.Project}
}

// Advice returns what follows from the report.
func (q CausalQuality) Advice() []QualityAdvice {
	out := make([]QualityAdvice, len(q.Quality.Advice))
	for i, a := range q.Quality.Advice {
		out[i] = QualityAdvice{Code: string(a.Code), Text: a.Text}
	}
	return out
}

// FactorHub is the factor at which most links are.
type FactorHub struct {
	Hub     curate.Hub
	Project string
}

// Links returns how many.
func (h FactorHub) Links() int { return h.Hub.Links }

// FactorGroup is a group of factors that a rule takes for one.
type FactorGroup struct{ group curate.Group }

// NewFactorGroups gives groups the shape of the schema.
func NewFactorGroups(groups []curate.Group) []FactorGroup {
	out := make([]FactorGroup, len(groups))
	for i, g := range groups {
		out[i] = FactorGroup{g}
	}
	return out
}

// Rule returns the rule.
func (g FactorGroup) Rule() string { return string(g.group.Rule) }

// Into returns the factor that the others are taken for.
func (g FactorGroup) Into() FactorName { return FactorName{g.group.Into} }

// From returns the others.
func (g FactorGroup) From() []FactorName {
	out := make([]FactorName, len(g.group.From))
	for i, f := range g.group.From {
		out[i] = FactorName{f.Identity}
	}
	return out
}

// Reason returns what they have in common.
func (g FactorGroup) Reason() string { return g.group.Reason }

// MergeSuggestions are groups of factors that may be one.
type MergeSuggestions struct {
	Found   curate.Suggestions
	Project string
}

// Total returns how many there are.
func (s MergeSuggestions) Total() int { return s.Found.Total }

// Truncated reports whether there were more factors than are compared.
func (s MergeSuggestions) Truncated() bool { return s.Found.More }

// Suggestions returns the groups.
func (s MergeSuggestions) Suggestions() []MergeSuggestion {
	out := make([]MergeSuggestion, len(s.Found.List))
	for i, one := range s.Found.List {
		out[i] = MergeSuggestion{one, s.Project}
	}
	return out
}

// MergeSuggestion is one group of factors that may be one.
type MergeSuggestion struct {
	curate.MergeSuggestion
	Project string
}

// Into returns the most frequent of them.
func (s MergeSuggestion) Into() Factor { return Factor{s.MergeSuggestion.Into, s.Project} }

// From returns the others.
func (s MergeSuggestion) From() []Factor { return NewFactors(s.Project, s.MergeSuggestion.From) }

// Template returns nil when they differ in more than a word.
func (s MergeSuggestion) Template() *string { return optional(s.MergeSuggestion.Template) }

package model

import (
	"cmp"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/link"
)

// Rules are what people decided about the factors of a project.
type Rules struct {
	contribution.Rules
	Project string
}

// Merges returns a part of the merges in their order.
func (r Rules) Merges(first *int, offset int) ([]FactorMerge, error) {
	part, err := Part(r.Rules.Merges, first, offset)
	return NewFactorMerges(part), err
}

// Splits returns a part of the splits in their order.
func (r Rules) Splits(first *int, offset int) ([]FactorSplit, error) {
	part, err := Part(r.Rules.Splits, first, offset)
	out := make([]FactorSplit, len(part))
	for i, s := range part {
		out[i] = FactorSplit{s}
	}
	return out, err
}

// Closed returns a part of the closed variables by name.
func (r Rules) Closed(first *int, offset int) ([]ClosedVariable, error) {
	part, err := Part(r.Rules.Closed, first, offset)
	out := make([]ClosedVariable, len(part))
	for i, c := range part {
		out[i] = ClosedVariable{c}
	}
	return out, err
}

// Visibility returns the rule by which weak links are hidden.
func (r Rules) Visibility() link.ShowRule { return cmp.Or(r.Rules.Shown, link.ShowDefault) }

// NullRate returns what validations compare the rates of patterns with.
func (r Rules) NullRate() contribution.NullRate {
	return cmp.Or(r.Rules.NullRate, contribution.NullSameTrigger)
}

// Pruning is what a rule hides beside another, as the schema shows it.
type Pruning struct {
	curate.Pruning
	Project string
}

// Hides counts the visible links that the rule hides, by reason.
func (p Pruning) Hides() []curate.HideTotal { return p.More }

// ShowsAgain is the number of hidden links that it shows.
func (p Pruning) ShowsAgain() int { return p.Back }

// Examples returns the first of the links that it hides.
func (p Pruning) Examples() []FactorLink {
	return NewFactorLinks(p.Project, p.Pruning.Examples, time.Time{})
}

// FactorMerge is one merge.
type FactorMerge struct{ merge contribution.Merge }

// NewFactorMerges gives merges the shape of the schema.
func NewFactorMerges(found []contribution.Merge) []FactorMerge {
	out := make([]FactorMerge, len(found))
	for i, m := range found {
		out[i] = FactorMerge{m}
	}
	return out
}

// From returns the factor that it was.
func (m FactorMerge) From() FactorName { return FactorName{m.merge.From} }

// Into returns the factor that it was merged into.
func (m FactorMerge) Into() FactorName { return FactorName{m.merge.Into} }

// Note returns nil when there is none.
func (m FactorMerge) Note() *string { return optional(m.merge.Note) }

// Rule returns nil when a person decided.
func (m FactorMerge) Rule() *string { return optional(m.merge.Rule) }

// MergedAt returns when it was decided.
func (m FactorMerge) MergedAt() time.Time { return m.merge.At }

// FactorSplit is one split.
type FactorSplit struct{ split contribution.Split }

// From returns the factor that the text has by itself.
func (s FactorSplit) From() FactorName { return FactorName{s.split.From} }

// Text returns the text.
func (s FactorSplit) Text() string { return s.split.Text }

// Into returns the factor that it has instead.
func (s FactorSplit) Into() FactorName { return FactorName{s.split.Into} }

// Note returns nil when there is none.
func (s FactorSplit) Note() *string { return optional(s.split.Note) }

// SplitAt returns when it was decided.
func (s FactorSplit) SplitAt() time.Time { return s.split.At }

// ClosedVariable is one variable that was declared closed.
type ClosedVariable struct{ closed contribution.Closed }

// Variable returns its name.
func (c ClosedVariable) Variable() string { return c.closed.Variable }

// AbsentState returns nil when it has no name.
func (c ClosedVariable) AbsentState() *string { return optional(c.closed.AbsentState) }

// DeclaredAt returns when it was declared.
func (c ClosedVariable) DeclaredAt() time.Time { return c.closed.At }

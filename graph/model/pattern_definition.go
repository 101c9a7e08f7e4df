package model

import (
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// PatternDefinition is what the authors of a pattern say of it.
type PatternDefinition struct{ patterns.Definition }

// Summary returns nil when nobody wrote one.
func (d PatternDefinition) Summary() *string { return optional(d.Definition.Summary) }

// Description returns nil when nobody wrote one.
func (d PatternDefinition) Description() *string { return optional(d.Definition.Description) }

// Matches returns how episodes are recognised.
func (d PatternDefinition) Matches() []PatternMatch {
	return each(d.Definition.Matches, func(m patterns.Match) PatternMatch { return PatternMatch{m} })
}

// Applicability returns to which tasks it applies.
func (d PatternDefinition) Applicability() PatternApplicability {
	return PatternApplicability{d.Definition.Applicability}
}

// Content returns nil when it says no more than the action.
func (d PatternDefinition) Content() *PatternContent {
	if d.Definition.Content == (patterns.Content{}) {
		return nil
	}
	return &PatternContent{d.Definition.Content}
}

// Guidance returns how it is applied.
func (d PatternDefinition) Guidance() PatternGuidance { return PatternGuidance{d.Definition.Guidance} }

// PatternMatch is a way in which an episode is recognised.
type PatternMatch struct{ match patterns.Match }

// Trigger returns what all has to hold.
func (m PatternMatch) Trigger() []FactorName { return NewFactorNames(m.match.Trigger) }

// Then returns what has to occur after it.
func (m PatternMatch) Then() []FactorName { return NewFactorNames(m.match.Then) }

// PatternApplicability says where a pattern applies.
type PatternApplicability struct{ where condition.Applicability }

// ProblemTypes returns the types of problems, one of which the task has to be.
func (a PatternApplicability) ProblemTypes() []string { return listed(a.where.ProblemTypes) }

// Features returns what the task has to have.
func (a PatternApplicability) Features() PatternFeatures { return PatternFeatures{a.where.Features} }

// Conditions returns what all has to hold.
func (a PatternApplicability) Conditions() []PatternCondition { return conditions(a.where.Conditions) }

// AntiConditions returns what must not hold.
func (a PatternApplicability) AntiConditions() []PatternCondition {
	return conditions(a.where.AntiConditions)
}

// PatternFeatures are what a task has to have.
type PatternFeatures struct{ wanted condition.Features }

// Domain returns the domains, one of which the task has to be of.
func (f PatternFeatures) Domain() []string { return listed(f.wanted.Domain) }

// Complexity returns how complex the task has to be.
func (f PatternFeatures) Complexity() condition.Range { return f.wanted.Complexity }

// Capabilities returns what all has to be possible.
func (f PatternFeatures) Capabilities() []string { return listed(f.wanted.Capabilities) }

// PatternCondition is a test as data.
type PatternCondition struct{ condition condition.Condition }

func conditions(found []condition.Condition) []PatternCondition {
	return each(found, func(c condition.Condition) PatternCondition { return PatternCondition{c} })
}

func someCondition(c *condition.Condition) *PatternCondition {
	if c == nil {
		return nil
	}
	return &PatternCondition{*c}
}

// Text returns the condition in words.
func (c PatternCondition) Text() string { return c.condition.String() }

// Field returns nil for a group.
func (c PatternCondition) Field() *string { return optional(c.condition.Field) }

// Operator returns nil for a group.
func (c PatternCondition) Operator() *condition.Operator {
	if c.condition.Operator == "" {
		return nil
	}
	return &c.condition.Operator
}

// Values returns what the field is compared with.
func (c PatternCondition) Values() []string { return listed(c.condition.Values) }

// All returns the conditions that all have to hold.
func (c PatternCondition) All() []PatternCondition { return conditions(c.condition.All) }

// Any returns the conditions of which one has to hold.
func (c PatternCondition) Any() []PatternCondition { return conditions(c.condition.Any) }

// Not returns nil for a condition that denies nothing.
func (c PatternCondition) Not() *PatternCondition { return someCondition(c.condition.Not) }

// PatternGuidance says how a pattern is applied.
type PatternGuidance struct{ guidance patterns.Guidance }

// When returns nil when nothing was said.
func (g PatternGuidance) When() *string { return optional(g.guidance.When) }

// How returns nil when nothing was said.
func (g PatternGuidance) How() *string { return optional(g.guidance.How) }

// Benefits returns what is to be expected.
func (g PatternGuidance) Benefits() []string { return listed(g.guidance.Benefits) }

// Risks returns what may go wrong.
func (g PatternGuidance) Risks() []string { return listed(g.guidance.Risks) }

// Alternatives returns the names of patterns that may do as well.
func (g PatternGuidance) Alternatives() []string { return listed(g.guidance.Alternatives) }

// each gives the items of a list another shape; the list is never null.
func each[T, S any](found []T, shape func(T) S) []S {
	out := make([]S, len(found))
	for i, item := range found {
		out[i] = shape(item)
	}
	return out
}

package model

import (
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/similarity"
)

// PatternsForTask are the patterns that apply to a task.
type PatternsForTask struct {
	applicable.Answer
	Project string
}

// Found returns the patterns, best first.
func (a PatternsForTask) Found() []ApplicablePattern {
	return each(a.Answer.Found, func(f applicable.Applicable) ApplicablePattern { return ApplicablePattern{f, a.Project} })
}

// Note returns nil when there is nothing to say.
func (a PatternsForTask) Note() *string { return optional(a.Answer.Note) }

// ApplicablePattern is a pattern that applies to a task.
type ApplicablePattern struct {
	applicable.Applicable
	project string
}

// Pattern returns the pattern.
func (a ApplicablePattern) Pattern() Pattern {
	return Pattern{Pattern: a.Applicable.Pattern, Project: a.project}
}

// MetConditions returns what the pattern asks for and the task fulfils.
func (a ApplicablePattern) MetConditions() []MetCondition {
	return each(a.Fit.Met, func(m condition.Satisfied) MetCondition { return MetCondition{m} })
}

// UnknownConditions returns what keeps the pattern from applying if it holds, of which nothing is known.
func (a ApplicablePattern) UnknownConditions() []PatternCondition { return conditions(a.Fit.Untold) }

// MetCondition is a condition that a task fulfils.
type MetCondition struct{ met condition.Satisfied }

// Condition returns the condition.
func (m MetCondition) Condition() PatternCondition { return PatternCondition{m.met.Condition} }

// Values returns what the task tells of it.
func (m MetCondition) Values() []string { return listed(m.met.Values) }

// SimilarPatterns are patterns that are like another one.
type SimilarPatterns struct {
	similarity.SimilarAnswer
	Project string
}

// Found returns the patterns, most alike first.
func (a SimilarPatterns) Found() []SimilarPattern {
	return each(a.SimilarAnswer.Found, func(f similarity.Alike) SimilarPattern { return SimilarPattern{f, a.Project} })
}

// SimilarPattern is a pattern that is like another one.
type SimilarPattern struct {
	similarity.Alike
	project string
}

// Pattern returns the pattern.
func (s SimilarPattern) Pattern() Pattern {
	return Pattern{Pattern: s.Alike.Pattern, Project: s.project}
}

package model

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// PatternPath is how one pattern leads to another.
type PatternPath struct {
	catalog.PatternPath
	Project string
}

// From returns the patterns that the beginning names.
func (p PatternPath) From() []Pattern { return each(p.PatternPath.From, p.pattern) }

// To returns the patterns that the end names.
func (p PatternPath) To() []Pattern { return each(p.PatternPath.To, p.pattern) }

// Steps returns the patterns of the path in order.
func (p PatternPath) Steps() []PatternPathStep {
	return each(p.PatternPath.Steps, func(s catalog.PathStep) PatternPathStep { return PatternPathStep{s, p.Project} })
}

func (p PatternPath) pattern(found patterns.Pattern) Pattern {
	return Pattern{Pattern: found, Project: p.Project}
}

// PatternPathStep is a pattern of a path.
type PatternPathStep struct {
	catalog.PathStep
	project string
}

// Pattern returns nil for one that is not there.
func (s PatternPathStep) Pattern() *Pattern {
	if s.PathStep.Pending != "" {
		return nil
	}
	return &Pattern{Pattern: s.PathStep.Pattern, Project: s.project}
}

// Pending returns the name of a pattern that is not there, else nil.
func (s PatternPathStep) Pending() *string { return optional(s.PathStep.Pending) }

// Relation returns nil for the first step.
func (s PatternPathStep) Relation() *episodic.Relation {
	if s.PathStep.Relation == "" {
		return nil
	}
	return &s.PathStep.Relation
}

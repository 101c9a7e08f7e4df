package model

import (
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

// MinedPatterns are patterns that were looked for in the episodes.
type MinedPatterns struct {
	upkeep.MineReport
	Project string
}

// Found returns the patterns, those least likely to be chance first.
func (m MinedPatterns) Found() []MinedPattern {
	return each(m.MineReport.Found, func(f upkeep.MinedPattern) MinedPattern { return MinedPattern{f} })
}

// LeftOut returns the candidates that are not borne out, by reason.
func (m MinedPatterns) LeftOut() []MinedPatternLeftOut {
	return each(m.Left, func(l upkeep.LeftOut) MinedPatternLeftOut {
		return MinedPatternLeftOut{Reason: string(l.Reason), Count: l.Count}
	})
}

// Reason returns nil when something was looked for.
func (m MinedPatterns) Reason() *string { return optional(m.MineReport.Reason) }

// MinedPattern is a pattern that was found.
type MinedPattern struct{ found upkeep.MinedPattern }

// Name returns its name.
func (m MinedPattern) Name() string { return m.found.Name }

// Definition returns what is said of it.
func (m MinedPattern) Definition() PatternDefinition { return PatternDefinition{m.found.Definition} }

// Figures returns the figures by which it was found.
func (m MinedPattern) Figures() MinedPatternFigures { return MinedPatternFigures{m.found.Mined} }

package model

import (
	"github.com/causeway-memory/causeway/patterns"
)

// PatternChange is a change of a pattern.
type PatternChange struct{ patterns.Change }

// Before returns nil for the first change.
func (c PatternChange) Before() *patterns.Status {
	if c.Change.Before == "" {
		return nil
	}
	return &c.Change.Before
}

// Reason returns nil when nothing was said.
func (c PatternChange) Reason() *string { return optional(c.Change.Reason) }

// Definition returns nil when it did not change.
func (c PatternChange) Definition() *PatternDefinition {
	if c.Change.Definition == nil {
		return nil
	}
	return &PatternDefinition{*c.Change.Definition}
}

// Validation returns nil when none caused the change.
func (c PatternChange) Validation() *PatternValidation { return validationOf(c.Change.Validation) }

// PatternChangeConnection is a page of changes.
type PatternChangeConnection struct{ Connection[PatternChangeEdge] }

// Nodes returns the items alone.
func (c PatternChangeConnection) Nodes() []PatternChange { return nodes(c.Edges) }

// PatternChangeEdge is one change of a page.
type PatternChangeEdge struct{ Edge[PatternChange] }

// PatternValidation is one test of a pattern.
type PatternValidation struct{ patterns.Validation }

func validationOf(v *patterns.Validation) *PatternValidation {
	if v == nil {
		return nil
	}
	return &PatternValidation{*v}
}

// Run returns nil for a question that changed nothing.
func (v PatternValidation) Run() *string { return optional(v.Validation.Run) }

// Window returns the episodes of the window.
func (v PatternValidation) Window() patterns.Counted { return v.Figures.Window }

// All returns all episodes since the pattern was last refined.
func (v PatternValidation) All() patterns.Counted { return v.Figures.All }

// Rate returns nil without a trial.
func (v PatternValidation) Rate() *Estimate {
	if v.Validation.Rate == nil || v.Wilson == nil {
		return nil
	}
	return &Estimate{Value: *v.Validation.Rate, Low: v.Wilson.Low, High: v.Wilson.High}
}

// Failed returns the tests that are not passed.
func (v PatternValidation) Failed() []string { return listed(v.Validation.Failed) }

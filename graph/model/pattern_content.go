package model

import (
	"github.com/causeway-memory/causeway/patterns"
)

// PatternContent is what a pattern says to do.
type PatternContent struct{ content patterns.Content }

// Strategy returns nil for other contents.
func (c PatternContent) Strategy() *PatternStrategy {
	if c.content.Strategy == nil {
		return nil
	}
	return &PatternStrategy{*c.content.Strategy}
}

// Template returns nil for other contents.
func (c PatternContent) Template() *PatternTemplate {
	if c.content.Template == nil {
		return nil
	}
	return &PatternTemplate{*c.content.Template}
}

// Heuristic returns nil for other contents.
func (c PatternContent) Heuristic() *PatternHeuristic {
	if c.content.Heuristic == nil {
		return nil
	}
	return &PatternHeuristic{*c.content.Heuristic}
}

// Procedure returns nil for other contents.
func (c PatternContent) Procedure() *PatternProcedure {
	if c.content.Procedure == nil {
		return nil
	}
	return &PatternProcedure{*c.content.Procedure}
}

// PatternStrategy is a high-level approach.
type PatternStrategy struct{ patterns.Strategy }

// KeyPrinciples returns what it holds to.
func (s PatternStrategy) KeyPrinciples() []string { return listed(s.Strategy.KeyPrinciples) }

// TradeOffs returns nil when nothing was said.
func (s PatternStrategy) TradeOffs() *string { return optional(s.Strategy.TradeOffs) }

// PatternTemplate is how a kind of task is taken apart.
type PatternTemplate struct{ template patterns.Template }

// Steps returns the steps.
func (t PatternTemplate) Steps() []PatternStep { return steps(t.template.Steps) }

// Parameters returns what it leaves open.
func (t PatternTemplate) Parameters() []PatternParameter {
	return each(t.template.Parameters, func(p patterns.Parameter) PatternParameter { return PatternParameter{p} })
}

// Rules returns how it is made use of.
func (t PatternTemplate) Rules() []string { return listed(t.template.Rules) }

// PatternParameter is what a template leaves open.
type PatternParameter struct{ patterns.Parameter }

// What returns nil when the name says it.
func (p PatternParameter) What() *string { return optional(p.Parameter.What) }

// Default returns nil for nothing.
func (p PatternParameter) Default() *string { return optional(p.Parameter.Default) }

// PatternStep is a step of a pattern.
type PatternStep struct{ patterns.Step }

func steps(found []patterns.Step) []PatternStep {
	return each(found, func(s patterns.Step) PatternStep { return PatternStep{s} })
}

// What returns nil when the name says it.
func (s PatternStep) What() *string { return optional(s.Step.What) }

// When returns nil for always.
func (s PatternStep) When() *PatternCondition { return someCondition(s.Step.When) }

// Next returns the steps that may follow.
func (s PatternStep) Next() []string { return listed(s.Step.Next) }

// PatternHeuristic is a rule of thumb.
type PatternHeuristic struct{ patterns.Heuristic }

// Condition returns nil for always.
func (h PatternHeuristic) Condition() *PatternCondition { return someCondition(h.Heuristic.Condition) }

// Rationale returns nil when nothing was said.
func (h PatternHeuristic) Rationale() *string { return optional(h.Heuristic.Rationale) }

// PatternProcedure is steps until something holds.
type PatternProcedure struct{ procedure patterns.Procedure }

// Steps returns the steps.
func (p PatternProcedure) Steps() []PatternStep { return steps(p.procedure.Steps) }

// Until returns at what it ends.
func (p PatternProcedure) Until() []PatternCondition { return conditions(p.procedure.Until) }

package model

import (
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/model"
)

// OptionAnswer is one option with what it leads to.
type OptionAnswer struct {
	option  decision.Option
	project string
}

func newOptions(project string, found []decision.Option) []OptionAnswer {
	out := make([]OptionAnswer, len(found))
	for i, o := range found {
		out[i] = OptionAnswer{o, project}
	}
	return out
}

// Option returns the option.
func (o OptionAnswer) Option() FactorName { return FactorName{o.option.Identity} }

// Rank returns nil where the evidence does not suffice for one.
func (o OptionAnswer) Rank() *int {
	if o.option.Rank == 0 {
		return nil
	}
	return &o.option.Rank
}

// Answer returns what it leads to.
func (o OptionAnswer) Answer() InterventionAnswer {
	return InterventionAnswer{o.option.Effect, o.project}
}

// BestActionAnswer ranks options as the schema shows it.
type BestActionAnswer struct {
	decision.BestAction
	Project string
}

// Reason returns nil when there is nothing to explain.
func (a BestActionAnswer) Reason() *string { return optional(a.BestAction.Reason) }

// Target returns nil when its name was not understood.
func (a BestActionAnswer) Target() *FactorName { return named(a.BestAction.Target) }

// Options returns the options in the order of the answer.
func (a BestActionAnswer) Options() []OptionAnswer {
	return newOptions(a.Project, a.BestAction.Options)
}

// Difference returns nil where the first two options cannot be compared.
func (a BestActionAnswer) Difference() *Estimate {
	return someInterval(a.BestAction.Difference)
}

// Explain returns the answer in words.
func (a BestActionAnswer) Explain() string { return a.Text.Text }

// DecisionImpactAnswer ranks the decisions of an episode as the schema shows it.
type DecisionImpactAnswer struct {
	decision.Impact
	Project string
}

// Reason returns nil when there is nothing to explain.
func (a DecisionImpactAnswer) Reason() *string { return optional(a.Impact.Reason) }

// Target returns nil when its name was not understood.
func (a DecisionImpactAnswer) Target() *FactorName { return named(a.Impact.Target) }

// Decisions returns the decisions in the order of the answer.
func (a DecisionImpactAnswer) Decisions() []DecisionImpact {
	out := make([]DecisionImpact, len(a.Impact.Decisions))
	for i, d := range a.Impact.Decisions {
		out[i] = DecisionImpact{d, a.Project}
	}
	return out
}

// Explain returns the answer in words.
func (a DecisionImpactAnswer) Explain() string { return a.Text.Text }

// DecisionImpact is a decision with what its options lead to.
type DecisionImpact struct {
	impact  decision.RankedDecision
	project string
}

// Decision returns the decision.
func (d DecisionImpact) Decision() Decision {
	return Decision{Happening{Occurrence: d.impact.Decision, Project: d.project}}
}

// Chosen returns what was chosen.
func (d DecisionImpact) Chosen() FactorName { return FactorName{d.impact.Chosen} }

// Options returns the options in the order of the answer.
func (d DecisionImpact) Options() []OptionAnswer { return newOptions(d.project, d.impact.Options) }

// Largest returns nil when of no alternative enough is known.
func (d DecisionImpact) Largest() *Estimate { return someInterval(d.impact.Largest) }

// Status returns what became of the question about it.
func (d DecisionImpact) Status() model.Status { return d.impact.Status }

// Reason returns nil when there is nothing to explain.
func (d DecisionImpact) Reason() *string { return optional(d.impact.Reason) }

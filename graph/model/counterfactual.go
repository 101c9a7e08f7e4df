package model

import (
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/link"
)

// CounterfactualAnswer is what would have been as the schema shows it.
type CounterfactualAnswer struct {
	counterfactual.Counterfactual
	Project string
}

// Reason returns nil when there is nothing to explain.
func (a CounterfactualAnswer) Reason() *string { return optional(a.Counterfactual.Reason) }

// Actual returns nil when it is not known.
func (a CounterfactualAnswer) Actual() *FactorName { return named(a.Counterfactual.Actual) }

// Supposed returns nil when its name was not understood.
func (a CounterfactualAnswer) Supposed() *FactorName { return named(a.Set) }

// Target returns nil when its name was not understood.
func (a CounterfactualAnswer) Target() *FactorName { return named(a.Counterfactual.Target) }

// Mismatch returns nil when the model allows the episode.
func (a CounterfactualAnswer) Mismatch() *string { return optional(a.Counterfactual.Mismatch) }

// Structural returns nil when the links do not tell.
func (a CounterfactualAnswer) Structural() *StructuralAnswer {
	if a.Counterfactual.Structural == nil {
		return nil
	}
	return &StructuralAnswer{*a.Counterfactual.Structural, a.Project}
}

// Graded returns nil when the mechanisms do not tell.
func (a CounterfactualAnswer) Graded() *GradedAnswer {
	if a.Counterfactual.Graded == nil {
		return nil
	}
	return &GradedAnswer{*a.Counterfactual.Graded}
}

// Causation returns nil when it cannot be had.
func (a CounterfactualAnswer) Causation() *ProbabilitiesOfCausation {
	if a.Counterfactual.Causation == nil {
		return nil
	}
	return &ProbabilitiesOfCausation{*a.Counterfactual.Causation}
}

// Assumptions returns what the answer depends on.
func (a CounterfactualAnswer) Assumptions() []string { return listed(a.Counterfactual.Assumptions) }

// Explain returns the answer in words.
func (a CounterfactualAnswer) Explain() string { return a.Text.Text }

// StructuralAnswer is what the links of an episode alone say.
type StructuralAnswer struct {
	counterfactual.Structural
	project string
}

// Remaining returns the paths that do not pass the cause.
func (a StructuralAnswer) Remaining() []CausalPath {
	out := make([]CausalPath, len(a.Structural.Remaining))
	for i, p := range a.Structural.Remaining {
		out[i] = CausalPath{Path: p, Project: a.project}
	}
	return out
}

// Causes returns the actual causes in the order of the answer.
func (a StructuralAnswer) Causes() []ActualCause {
	out := make([]ActualCause, len(a.Structural.Causes))
	for i, c := range a.Structural.Causes {
		out[i] = ActualCause{c, a.project}
	}
	return out
}

// Bases returns how many links were followed, by basis.
func (a StructuralAnswer) Bases() []link.BasisTotal { return listed(a.Structural.Bases) }

// ActualCause is an occurrence that is a cause, or part of one.
type ActualCause struct {
	cause   counterfactual.ActualCause
	project string
}

// Occurrence returns the occurrence.
func (c ActualCause) Occurrence() Occurrence {
	return NewOccurrence(c.project, c.cause.Occurrence)
}

// Factor returns nil when it is not known.
func (c ActualCause) Factor() *FactorName { return named(c.cause.Factor) }

// Alone reports whether it is a cause by itself.
func (c ActualCause) Alone() bool { return c.cause.Alone }

// With returns the others that it is a cause with.
func (c ActualCause) With() []Occurrence { return NewOccurrences(c.project, c.cause.With) }

// Witness returns the occurrences held as they were.
func (c ActualCause) Witness() []Occurrence { return NewOccurrences(c.project, c.cause.Witness) }

// Responsibility returns its degree of responsibility.
func (c ActualCause) Responsibility() float64 { return c.cause.Responsibility }

// GradedAnswer is what the learned mechanisms say.
type GradedAnswer struct{ counterfactual.Graded }

// Otherwise returns how probable it is that the target would have been otherwise.
func (a GradedAnswer) Otherwise() Estimate { return interval(a.Graded.Otherwise) }

// Verdict returns nil where nothing is concluded.
func (a GradedAnswer) Verdict() *counterfactual.Verdict {
	if a.Graded.Verdict == "" {
		return nil
	}
	return &a.Graded.Verdict
}

// Bases returns how many links lead from the cause to the target, by basis.
func (a GradedAnswer) Bases() []link.BasisTotal { return listed(a.Graded.Bases) }

// Seen returns the states that were known.
func (a GradedAnswer) Seen() []FactorName { return NewFactorNames(a.Graded.Seen) }

// Unknown returns the variables that were not.
func (a GradedAnswer) Unknown() []string { return listed(a.Graded.Unknown) }

// ProbabilitiesOfCausation are bounds with what they are computed from.
type ProbabilitiesOfCausation struct{ causation counterfactual.Causation }

// Bounds returns the bounds.
func (p ProbabilitiesOfCausation) Bounds() inference.Bounds { return p.causation.Bounds }

// N returns how many episodes those rest on.
func (p ProbabilitiesOfCausation) N() int { return p.causation.N }

// Adjustment returns the variables that are adjusted for.
func (p ProbabilitiesOfCausation) Adjustment() []string { return listed(p.causation.Adjustment) }

// Overlap returns the share of the episodes that are comparable.
func (p ProbabilitiesOfCausation) Overlap() float64 { return p.causation.Overlap }

// Sure returns the bounds widened by what sampling may do.
func (p ProbabilitiesOfCausation) Sure() inference.Bounds { return p.causation.Sure }

// Model returns nil when the mechanisms say none.
func (p ProbabilitiesOfCausation) Model() *float64 { return p.causation.Model }

// Clipped reports whether the answer of the mechanisms lay outside.
func (p ProbabilitiesOfCausation) Clipped() bool { return p.causation.Clipped }

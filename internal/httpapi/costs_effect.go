package httpapi

import (
	"encoding/json"

	"github.com/causeway-memory/causeway/causal/change"
	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/graph/generated"
	"github.com/causeway-memory/causeway/graph/model"
)

// aModel is the extra cost of a question that counts the episodes of a project.
const aModel = 100

// effects sets the cost of questions about interventions and counterfactuals.
func effects(c *generated.ComplexityRoot) {
	c.Query.WhatIf = func(child int, _, _, _, _, _ string, _, _ bool, _ int) int { return aModel + child }
	c.Query.Intervene = func(child int, _ string, _ []string, _ *string, _ string, _ []string, _, _ bool, _ int) int {
		return aModel + child
	}
	c.Query.BestAction = func(child int, _, _, _ string, _ bool, _ []string, _, _ bool, _ int) int { return aModel + child }
	c.Episode.DecisionImpact = func(child int, _ string, _ bool, _ int) int { return aModel + child }
	c.Episode.DecisiveSteps = func(child, first int) int { return aModel + times(first, child) }
	c.Decision.Instead = func(child int) int { return aModel + times(20, child) }
	c.Episode.SimilarRuns = func(child, first int) int { return aModel + times(first, child) }
	c.Episode.CompareTo = func(child int, _ string) int { return aModel + child }
	c.DecisiveSteps.Steps, c.DecisiveStep.Reasons, c.DecisiveReason.Runs = list, list, list
	c.RunComparison.Pairs = part
	c.Query.Counterfactual = func(child int, _, _ string, _, _, _ *string, _, _ bool, _ int) int { return aModel + child }
	c.Project.CheckAction = func(child int, _ string, _ json.RawMessage, _ *string, _ []model.VariableStateInput) int {
		return aModel + child
	}
	c.ActionCheck.Findings, c.RunCount.Episodes = list, part
	c.Project.Dependents = func(child int, _ dependents.Of) int { return 2*aModel + child }
	c.Dependents.Items = part
	c.Project.GraphDoubts = func(child, first int) int { return 2*aModel + times(first, child) }
	c.Project.WhyChanged = func(child int, _ string, _, _ change.Period) int { return 2*aModel + child }
	c.RateChange.Parts, c.RateChangePart.Given, c.RateChangePart.Links = list, list, list
	c.GraphDoubt.Episodes = func(child, first, _ int) int { return times(first, child) }
	c.GraphDoubt.Given, c.GraphDoubt.Links = list, list
	c.Project.CausalModel = func(child int, _ string) int { return aModel + child }
	c.InterventionAnswer.Do, c.InterventionAnswer.Context, c.InterventionAnswer.Dropped, c.InterventionAnswer.Unused = list, list, list, list
	c.InterventionAnswer.Carriers, c.InterventionAnswer.CutLinks = list, list
	c.InterventionAnswer.Strata, c.InterventionAnswer.Missing, c.InterventionAnswer.Similar = paged, paged, paged
	c.Stratum.States, c.Stratum.Episodes, c.ProbabilityEstimate.Episodes = list, paged, paged
	c.BestActionAnswer.Options, c.DecisionImpactAnswer.Decisions, c.DecisionImpact.Options = list, list, list
	c.CounterfactualAnswer.Nearest = paged
	c.StructuralAnswer.Remaining, c.StructuralAnswer.Causes, c.ActualCause.With, c.ActualCause.Witness = list, list, list, list
	c.GradedAnswer.Seen = list
	c.CausalModel.Parents, c.CausalModel.Rows, c.CausalModel.CutLinks = list, list, list
	c.MechanismParent.Links, c.MechanismRow.Parents = list, list
}

func paged(child, first int, _ *string) int { return times(page(first), child) }

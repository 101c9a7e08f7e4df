package httpapi

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/generated"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/similarity"
	"github.com/causeway-memory/causeway/patterns/upkeep"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// patternsCost sets the cost of lists of patterns, their evidence and their history.
func patternsCost(c *generated.ComplexityRoot) {
	c.Query.Patterns = func(child int, _ string, _ *float64, _ int, _ *patterns.Filter, _ patterns.Order, first int, _ *string) int {
		return times(page(first), child)
	}
	c.Pattern.Evidence = func(
		child int, _ []patterns.Verdict, _ bool, _, _ *episodic.Timestamp, first int, _ *string,
	) int {
		return aQuery + times(page(first), child)
	}
	c.Pattern.History = func(child, first int, _ *string) int { return aQuery + times(page(first), child) }
	c.Pattern.RateOverTime = func(child int, _ *validation.Period, _ int) int { return aModel + child }
	c.PatternRates.Points = list
	c.Query.FindApplicable = func(
		child int, _ string, _ condition.Task, _ []model.PatternSettingInput, _ []patterns.Category, _ []patterns.Status, _ *bool, first int,
	) int {
		return aModel + times(min(first, applicable.MaxApplicable), child)
	}
	c.Bootstrap.Failures, c.Bootstrap.OpenEnds, c.Bootstrap.Patterns, c.Bootstrap.AntiPatterns = list, list, list, list
	c.Query.PatternPath = func(child int, _, _, _ string, _ int, _ []episodic.Relation) int { return aQuery + child }
	c.PatternPath.From, c.PatternPath.To, c.PatternPath.Steps = list, list, list
	c.PatternsForTask.Found = func(child int) int { return child }
	c.ApplicablePattern.Terms, c.ApplicablePattern.MetConditions, c.ApplicablePattern.UnknownConditions = list, list, list
	c.Pattern.Matches, c.Pattern.Related, c.Pattern.Leads = list, list, list
	c.PatternDefinition.Matches, c.PatternMatch.Trigger, c.PatternMatch.Then = list, list, list
	c.PatternApplicability.Conditions, c.PatternApplicability.AntiConditions = list, list
	c.PatternCondition.All, c.PatternCondition.Any = list, list
	c.PatternTemplate.Steps, c.PatternTemplate.Parameters = list, list
	c.PatternProcedure.Steps, c.PatternProcedure.Until = list, list
	runs(c)
}

// runs sets the cost of what reads all patterns or all episodes of a project.
func runs(c *generated.ComplexityRoot) {
	c.Pattern.Similar = func(child, first int) int {
		return aModel + times(min(first, similarity.MaxSimilar), child)
	}
	c.Pattern.Validation = func(child int, _ patterns.Criteria) int { return aModel + child }
	c.Project.MinedPatterns = func(child int, _ upkeep.MineOptions) int { return aModel + child }
	c.SimilarPattern.Terms, c.MinedPatterns.Found, c.MinedPatterns.LeftOut = list, list, list
	c.ValidatePatternsPayload.Validations, c.PrunePatternsPayload.Items = list, list
	c.PatternConsolidation.Added, c.PatternConsolidation.Changed, c.PatternConsolidation.Deprecated = list, list, list
	c.PatternConsolidation.Refinements, c.PatternConsolidation.Merges = list, list
	c.PatternMergeSuggestion.Terms = list
}

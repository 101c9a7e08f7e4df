package httpapi

import (
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/generated"
	"github.com/causeway-memory/causeway/graph/model"
)

// factors sets the cost of lists of factors, their links and their evidence.
func factors(c *generated.ComplexityRoot) {
	c.Query.Factors = func(child int, _ string, _ *layer.FactorFilter, first int, _ *string) int {
		return times(page(first), child)
	}
	c.Query.FactorLinks = func(child int, _ string, _ *layer.FactorLinkFilter, first int, _ *string) int {
		return times(page(first), child)
	}
	c.Project.FactorStatements = paged
	c.Query.FactorPath = func(
		child int, _, _, _ string, mode paths.Mode, _ *int, _ model.FollowInput, first *int, _ int,
	) int {
		paths := mode.DefaultLimit()
		if first != nil && paths > 1 {
			paths = min(*first, search.MaxPaths)
		}
		return times(paths, child)
	}
	c.Query.FactorCauses, c.Query.FactorEffects = ranked, ranked
	c.Project.CausalGraph = func(
		child int, _, _, _ *string, _ *int, _ model.FollowInput, first, _ int,
	) int {
		return times(min(first, paths.MaxGraphLinks), child)
	}
	c.Project.MergeSuggestions = func(child int, _ float64, first int) int {
		return times(min(first, curate.MaxSuggestions), child)
	}
	c.FactorPath.Hops, c.FactorPath.ComposedAt, c.FactorEnd.Matches, c.FactorPathAnswer.Bottlenecks = list, list, list, list
	c.WholePathSupport.Episodes = list
	c.MergeSuggestion.From, c.CausalQuality.Degenerate = list, list
	c.CausalQuality.Advice = list
	c.Factor.Occurrences = func(child, first int, _ *string) int { return times(page(first), child) }
	c.Factor.Causes, c.Factor.Effects = factorLinks, factorLinks
	c.FactorLink.Supporting, c.FactorLink.Contradicting = evidence, evidence
	c.Factor.Members, c.SplitFactorPayload.Parts = part, list
	c.Rules.Merges, c.Rules.Splits, c.Rules.Closed = part, part, part
}

func factorLinks(child, first int, _ *link.ShowRule) int { return times(page(first), child) }

// aQuery is the extra cost of a list that needs its own query, not one shared with its siblings.
const aQuery = 20

func evidence(child, first int, _ *string, _ *episodic.Timestamp) int {
	return aQuery + times(page(first), child)
}

func ranked(child int, _, _ string, _ int, _ model.FollowInput, first int, _ *string, _ int) int {
	return times(page(first), child)
}

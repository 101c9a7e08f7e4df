package httpapi

import (
	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/generated"
)

// factors gives the lists of factors, of links between them and of their evidence their cost.
func factors(c *generated.ComplexityRoot) {
	c.Query.Factors = func(child int, _ string, _ *causal.FactorFilter, first int, _ *string) int {
		return times(page(first), child)
	}
	c.Query.FactorLinks = func(child int, _ string, _ *causal.FactorLinkFilter, first int, _ *string) int {
		return times(page(first), child)
	}
	c.Query.FactorStatements = func(child int, _ string, first int, _ *string) int { return times(page(first), child) }
	c.Factor.Occurrences = func(child, first int, _ *string) int { return times(page(first), child) }
	c.Factor.Causes, c.Factor.Effects = factorLinks, factorLinks
	c.FactorLink.Supporting, c.FactorLink.Contradicting = evidence, evidence
	c.Factor.Members, c.SplitFactorPayload.Parts = list, list
	c.FactorRules.Merges, c.FactorRules.Splits, c.FactorRules.Closed = list, list, list
}

func factorLinks(child, first int, _ *causal.ShowRule) int { return times(page(first), child) }

func evidence(child, first int, _ *string, _ *episodic.Timestamp) int {
	return times(page(first), child)
}

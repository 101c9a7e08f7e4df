package model

import (
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
)

// FactorGraph is some factors with the links between them as the schema shows it.
type FactorGraph struct {
	paths.Graph
	Project string
}

// Truncated reports whether there are more links.
func (g FactorGraph) Truncated() bool { return g.Status == search.StatusTruncated }

// Of returns nil when two factors were named.
func (g FactorGraph) Of() *FactorEnd {
	if len(g.Ends) != 1 {
		return nil
	}
	return &FactorEnd{g.Ends[0], g.Project}
}

// From returns nil unless two factors were named.
func (g FactorGraph) From() *FactorEnd { return g.end(0) }

// To returns nil unless two factors were named.
func (g FactorGraph) To() *FactorEnd { return g.end(1) }

func (g FactorGraph) end(i int) *FactorEnd {
	if len(g.Ends) != 2 {
		return nil
	}
	return &FactorEnd{g.Ends[i], g.Project}
}

// Factors returns the factors by key.
func (g FactorGraph) Factors() []Factor { return NewFactors(g.Project, g.Graph.Factors) }

// Links returns the links by key.
func (g FactorGraph) Links() []FactorLink {
	return NewFactorLinks(g.Project, g.Graph.Links, g.AsOf)
}

// Explain returns the links in words.
func (g FactorGraph) Explain() string { return g.Text.Text }

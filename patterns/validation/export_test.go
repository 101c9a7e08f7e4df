package validation

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
)

// Tally counts all episodes for patterns, without a window.
func Tally(w match.FactorResolver, factors []factor.Identity, all []patterns.Pattern, episodes []patterns.EpisodeStates) []patterns.Figures {
	asked := make([]*Tallied, len(all))
	for i, p := range all {
		asked[i] = &Tallied{Pattern: p, Rule: p.Rule}
	}
	s := newTally(w, factors, asked, nil)
	for _, e := range episodes {
		_ = s.add(e)
	}
	s.settle()
	out := make([]patterns.Figures, len(all))
	for i, p := range asked {
		out[i] = p.Figures
	}
	return out
}

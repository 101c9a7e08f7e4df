package patterns

import "github.com/causeway-memory/causeway/causal"

// Survey counts what episodes are to patterns, all of them since ever.
func Survey(w World, factors []causal.Identity, all []Pattern, episodes []EpisodeStates) []Figures {
	asked := make([]*surveyed, len(all))
	for i, p := range all {
		asked[i] = &surveyed{Pattern: p, rule: p.Rule}
	}
	s := newSurvey(w, factors, asked, nil)
	for _, e := range episodes {
		_ = s.add(e)
	}
	s.settle()
	out := make([]Figures, len(all))
	for i, p := range asked {
		out[i] = p.Figures
	}
	return out
}

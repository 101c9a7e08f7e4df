package paths

import (
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/explain"
)

// ExplainLink describes a link in fewer than [explain.DefaultBudget] tokens.
func (s *Service) ExplainLink(l link.FactorLink) (string, error) {
	explanation, err := explain.Fit(s.tokens, explain.DefaultBudget, func(label int) string { return search.Step{Link: l}.InWords(label) }, nil)
	return explanation.Text, err
}

// explainPaths describes the answer: the first path in full, the others in one line each.
func (s *Service) explainPaths(a Answer, budget int) (explain.Explanation, error) {
	if end, bad := layer.BadEnd(a.From, a.To); bad {
		return s.layer.ExplainEnd(end, budget)
	}
	first := a.noPathWords
	rest := a.notes()
	if len(a.Paths) > 0 {
		best := a.Paths[0]
		first = best.headline
		if len(best.Steps) > 1 {
			for _, step := range best.Steps {
				rest = append(rest, step.InWords)
			}
		}
		for _, p := range a.Paths[1:] {
			rest = append(rest, p.headline)
		}
	}
	if a.LeftOut.Hidden == 0 && len(a.Paths) > 0 {
		rest = append(rest, layer.RuleNote(a.Shown)...)
	}
	return explain.Fit(s.tokens, budget, first, rest)
}

// headline describes the path and its basis in one line.
func (p Path) headline(label int) string {
	switch len(p.Steps) {
	case 0:
		return factor.Quoted(p.From, label) + " is both ends: the empty path, no link and no basis needed."
	case 1:
		return p.Steps[0].InWords(label) + "."
	}
	more := "more"
	if p.Polarity() < 0 {
		more = "less"
	}
	via := ""
	if len(p.Steps) == 2 {
		via = " via " + factor.Quoted(p.Steps[0].To(), label)
	}
	basis := p.restsOn()
	if len(p.ComposedAt) > 0 {
		basis = composedWords(p.ComposedAt, label)
	}
	words := fmt.Sprintf("%s leads to %s %s%s over %d links: %s; %s",
		factor.Quoted(p.From, label), more, factor.Quoted(p.To, label), via, len(p.Steps), basis, p.strengthOf())
	if in := p.InTime(); in != nil && !*in {
		words += "; against the order in time"
	}
	return words + "."
}

// noPathWords says that no path was found, and under which limits.
func (a Answer) noPathWords(label int) string {
	words := "No path"
	if n := a.LeftOut.ComposedPath; n > 0 && !a.LeftOut.Cut {
		return fmt.Sprintf("Nobody lived or stated a path of at most %s from %s to %s; a composed one has %s, whose episodes do not meet. Ask with composed: true to see it.",
			explain.Count(a.MaxDepth, "link"), layer.EndWords(a.From, label), layer.EndWords(a.To, label), explain.Count(n, "link"))
	}
	if n := a.LeftOut.Unweighed + a.LeftOut.Weightless; n > 0 {
		return fmt.Sprintf("No path of at most %s from %s to %s has a known strength all the way: "+
			"left out, whatever the basis, %s between them of strength unknown or 0. The mode SHORTEST follows them too.",
			explain.Count(a.MaxDepth, "link"), layer.EndWords(a.From, label), layer.EndWords(a.To, label), explain.Count(n, "link"))
	}
	if a.LeftOut.Cut {
		words = "No path found among the links that could be looked at,"
	}
	return fmt.Sprintf("%s of at most %s from %s to %s, whatever the basis of the links.",
		words, explain.Count(a.MaxDepth, "link"), layer.EndWords(a.From, label), layer.EndWords(a.To, label))
}

// notes returns the limitations of the answer and related facts.
func (a Answer) notes() []explain.Sentence {
	var out []explain.Sentence
	note := func(text string) { out = append(out, explain.Note(text)) }
	if a.LeftOut.Cut {
		note("Truncated: there may be more, or stronger ones.")
	}
	out = append(out, layer.StateNotes(a.AsOf, a.Derivation)...)
	if n := a.LeftOut.HiddenPath; n > 0 {
		note(fmt.Sprintf("There is one of %s over weak links that the rule %q hides.", explain.Count(n, "link"), a.Shown))
	}
	if n := a.LeftOut.Hidden; n > 0 {
		note(fmt.Sprintf("The rule %q hides %s of the project.", a.Shown, explain.Count(n, "weak link")))
	}
	if n := a.LeftOut.Unweighed; n > 0 && len(a.Paths) > 0 {
		note(fmt.Sprintf("Left out between the ends: %s of unknown strength.", explain.Count(n, "link")))
	}
	if len(a.Bottlenecks) > 0 {
		out = append(out, func(label int) string { return "On every path: " + factor.Listed(a.Bottlenecks, label) + "." })
	}
	return out
}

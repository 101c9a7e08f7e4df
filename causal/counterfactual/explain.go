package counterfactual

import (
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// explainCounterfactual explains the answer: what it rests on before what it leaves open.
func (s *Service) explainCounterfactual(a Counterfactual, budget int) (explain.Explanation, error) {
	rest := a.structuralWords()
	rest = append(rest, a.causationWords()...)
	rest = append(rest, a.nearestWords()...)
	for _, text := range a.Assumptions {
		rest = append(rest, explain.Note(text))
	}
	return explain.Fit(s.tokens, budget, a.headline, append(rest, layer.StateNotes(time.Time{}, a.Derivation)...))
}

// headline says what would have been, or why that is unknown. What rests on the order in time alone
// says so.
func (a Counterfactual) headline(label int) string {
	if a.OnlyTemporal && a.Status != model.StatusOnlyTemporal {
		return "By the order in time alone: " + a.said(label)
	}
	return a.said(label)
}

func (a Counterfactual) said(label int) string {
	words := ""
	if a.Graded != nil && a.Set != a.Actual {
		words = fmt.Sprintf("Had %s been %s, %s %s: probability of another state %s",
			factor.Quoted(a.Actual, label), stateWords(a.Set, label), factor.Quoted(a.Target, label), a.Graded.Verdict.inWords(), a.Graded.inWords())
	}
	if a.Reason == "" {
		return words + "."
	}
	reason := string(a.Status) + ": " + a.Reason
	if a.Status == model.StatusOK {
		reason = a.Reason
	}
	if words == "" {
		return reason
	}
	return words + ". " + reason
}

// stateWords names a state that may have no name.
func stateWords(i factor.Identity, label int) string {
	if i.State == "" {
		return "absent"
	}
	return factor.Quoted(i, label)
}

// inWords is the verdict; without one there is no conclusion.
func (v Verdict) inWords() string {
	switch v {
	case VerdictYes:
		return "would have been otherwise"
	case VerdictProbably:
		return "would probably have been otherwise"
	case VerdictUnlikely:
		return "would rather have been the same"
	case VerdictNo:
		return "would have been the same"
	default:
		return "may or may not have been the same"
	}
}

// inWords is the number with its interval, and how much of the episode it rests on.
func (g Graded) inWords() string {
	o := g.Otherwise
	if o.Low == o.High {
		return explain.Number(o.Value) + " by the model, whatever its numbers"
	}
	words := fmt.Sprintf("%s [%s, %s] by mechanisms learned from %s, given %s of the episode",
		explain.Number(o.Value), explain.Number(o.Low), explain.Number(o.High), explain.EpisodesIn(g.N), explain.Count(len(g.Seen), "state"))
	if len(g.Bases) > 0 {
		words += " (links by basis: " + link.BasesWords(g.Bases) + ")"
	}
	if len(g.Unknown) > 0 {
		words += fmt.Sprintf(" (%d not known)", len(g.Unknown))
	}
	if g.Method != inference.Exact {
		words += ", by sampling"
	}
	return words
}

// structuralWords are the answer from the links of the episode.
func (a Counterfactual) structuralWords() []explain.Sentence {
	s := a.Structural
	if s == nil {
		return nil
	}
	out := []explain.Sentence{func(label int) string { return "By the links of the episode alone: " + s.inWords(a, label) + "." }}
	if len(s.Bases) > 0 {
		out = append(out, explain.Note("The links that lead to the target, by basis: "+link.BasesWords(s.Bases)+"."))
	}
	if n := s.Temporal; n > 0 {
		out = append(out, explain.Note(fmt.Sprintf("Not followed: %s showing nothing but the order in time.", explain.Count(n, "link"))))
	}
	if n := s.Failed; n > 0 {
		out = append(out, explain.Note(fmt.Sprintf("Not followed: %s saying that something prevents what happened nevertheless.", explain.Count(n, "link"))))
	}
	if n := s.Learned; n > 0 {
		out = append(out, explain.Note(fmt.Sprintf("Nobody stated how %s act; they are read as the counts clearly suggest.", explain.Count(n, "of these link"))))
	}
	if n := s.Against; n > 0 {
		out = append(out, explain.Note(fmt.Sprintf("Not followed: %s leading back in time.", explain.Count(n, "link"))))
	}
	switch {
	case s.Circle || !s.Linked:
	case !s.Evaluated:
		out = append(out, explain.Note("Actual causes were not evaluated: too much leads to the target."))
	case len(s.Causes) > 0:
		out = append(out, func(label int) string { return "Actual causes by these links: " + a.causeWords(label) + "." })
	}
	return out
}

func (s Structural) inWords(a Counterfactual, label int) string {
	x, y := factor.Quoted(a.Actual, label), factor.Quoted(a.Target, label)
	switch {
	case s.Circle:
		return "they go round in a circle, so they say nothing"
	case a.Status == model.StatusOnlyTemporal && !s.Reached:
		return fmt.Sprintf("only the order in time leads from %s to %s, so they say nothing about it", x, y)
	case !s.Linked:
		return "none leads to " + y + ", so they say nothing about it"
	case !s.Reached:
		return fmt.Sprintf("none leads from %s to %s", x, y)
	case s.ButFor:
		return fmt.Sprintf("without %s there would be no %s", x, y)
	case len(s.Remaining) > 0:
		return fmt.Sprintf("%s would be there all the same, such as by %s", y, a.pathWords(s.Remaining[0], label))
	default:
		return y + " would be there all the same"
	}
}

func (a Counterfactual) pathWords(p trace.Path, label int) string {
	names := []string{a.occurrenceWords(p.From, label)}
	for _, h := range p.Hops {
		names = append(names, a.occurrenceWords(h.To, label))
	}
	return strings.Join(names, " -> ")
}

// occurrenceWords names an occurrence by its factor, if known.
func (a Counterfactual) occurrenceWords(o episodic.Occurrence, label int) string {
	if i, known := a.factors[o.Key]; known {
		return factor.Quoted(i, label)
	}
	return `"` + text.Shorten(text.OneLine(o.Label), label) + `"`
}

// maxCauseWords is the most actual causes that a sentence names.
const maxCauseWords = 5

func (a Counterfactual) causeWords(label int) string {
	var out []string
	causes := a.Structural.Causes
	for _, c := range causes[:min(len(causes), maxCauseWords)] {
		words := fmt.Sprintf("%s (responsibility %s", a.occurrenceWords(c.Occurrence, label), explain.Number(c.Responsibility))
		for i, o := range c.With {
			words += []string{", only together with ", " and "}[min(i, 1)] + a.occurrenceWords(o, label)
		}
		if len(c.Witness) > 0 {
			words += fmt.Sprintf(", holding %s as it was", explain.Count(len(c.Witness), "other occurrence"))
		}
		out = append(out, words+")")
	}
	if left := len(causes) - maxCauseWords; left > 0 {
		out = append(out, fmt.Sprintf("%d more", left))
	}
	return strings.Join(out, ", ")
}

// causationWords compare the bounds with the answer of the model.
func (a Counterfactual) causationWords() []explain.Sentence {
	c := a.Causation
	if c == nil {
		return nil
	}
	return []explain.Sentence{func(label int) string {
		words := fmt.Sprintf("Of all episodes with %s and %s, not of this one alone, the first was necessary for the second in a share of %s to %s, whatever the mechanisms (bounds of Tian and Pearl from %s; sampling makes it %s to %s)",
			factor.Quoted(a.Actual, label), factor.Quoted(a.Target, label), explain.Number(c.PN.Low), explain.Number(c.PN.High), explain.EpisodesIn(c.N), explain.Number(c.Sure.PN.Low), explain.Number(c.Sure.PN.High))
		if c.Model != nil {
			words += "; the learned mechanisms say " + explain.Number(*c.Model)
		}
		if c.Clipped {
			words += ", cut to the bounds because they say what these exclude: do not trust them here"
		}
		if c.Overlap < effect.LeastOverlap {
			words += fmt.Sprintf("; only %.0f %% of the episodes are alike enough to be compared, so these bounds are doubtful", 100*c.Overlap)
		}
		if !c.Consistent {
			words += "; what the bounds are made of cannot be together, so they are cut too"
		}
		return words + "."
	}}
}

// nearestWords list real episodes without the cause.
func (a Counterfactual) nearestWords() []explain.Sentence {
	if len(a.Nearest) == 0 {
		return nil
	}
	known, same := 0, 0
	for _, n := range a.Nearest {
		if n.Reached != nil {
			known++
			if *n.Reached {
				same++
			}
		}
	}
	best := a.Nearest[0]
	return []explain.Sentence{func(label int) string {
		words := fmt.Sprintf("Of the %d most alike episodes with %s", len(a.Nearest), stateWords(a.Set, label))
		if best.Compared == 0 {
			words = fmt.Sprintf("Nothing that came before can be compared; of %s with %s", explain.EpisodesIn(len(a.Nearest)), stateWords(a.Set, label))
		}
		words += fmt.Sprintf(", %d of %d that tell had %s too", same, known, factor.Quoted(a.Target, label))
		if best.Compared > 0 {
			words += fmt.Sprintf("; the nearest is %s, alike in %d of %d states", text.Shorten(best.Episode, label), best.Shared, best.Compared)
		}
		return words + ". They are examples, no estimate."
	}}
}

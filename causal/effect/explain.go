package effect

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// explainEffect explains an effect: the status first, then the numbers, their basis, the
// assumptions, and what would change them.
func (s *Service) explainEffect(e Effect, budget int) (explain.Explanation, error) {
	var rest []explain.Sentence
	rest = append(rest, e.numbersWords()...)
	rest = append(rest, e.basisWords()...)
	for _, text := range e.Assumptions {
		rest = append(rest, explain.Note("Assumed: "+text))
	}
	for _, text := range e.Changes {
		rest = append(rest, explain.Note("Would change it: "+text))
	}
	rest = append(rest, e.evidenceWords()...)
	return explain.Fit(s.tokens, budget, e.headline, rest)
}

// headline is the status with the effect.
func (e Effect) headline(label int) string {
	if e.Status != model.StatusOK {
		return string(e.Status) + ": " + ShortenReason(e.Reason, label)
	}
	words := fmt.Sprintf("%s: %ssetting %s leads to %s in %s of the episodes%s", e.Status, e.TemporalMark(), factor.Listed(e.Do, label),
		factor.Quoted(e.Target, label), e.Primary().Interval.Words(), e.contextWords(label))
	if e.Contrast != nil && e.Contrast.Insufficient == "" && e.Contrast.Against != e.first() {
		words += fmt.Sprintf(", %s than %s: difference %s", moreLess(e.Contrast.Difference.Value), factor.Quoted(e.Contrast.Against, label),
			e.Contrast.Difference.Signed())
	}
	if e.Disagree {
		words += "; graph and data disagree"
	}
	if e.Doubted != "" {
		words += "; the counts speak against links that it rests on"
	}
	return words + "."
}

// ShortenReason shortens a reason to fit with labels of a given length.
func ShortenReason(reason string, label int) string { return text.Shorten(reason, max(40, 4*label)) }

func (e Effect) first() factor.Identity {
	if len(e.Do) == 0 {
		return factor.Identity{}
	}
	return e.Do[0]
}

// Primary is the estimate that the answer uses.
func (e Effect) Primary() *Estimate {
	switch {
	case e.Model != nil:
		return e.Model
	case e.Stratified != nil:
		return e.Stratified
	default:
		return &Estimate{Interval: model.Interval{High: 1}}
	}
}

// contextWords name the states conditioned on: a few of them, or only their number with short
// labels.
func (e Effect) contextWords(label int) string {
	const most = 6
	switch n := len(e.Context); {
	case n == 0:
		return ""
	case label < 16:
		return fmt.Sprintf(" with %s held", explain.Count(n, "state"))
	case n > most:
		return fmt.Sprintf(" with %s and %d more", factor.Listed(e.Context[:most], min(label, 40)), n-most)
	default:
		return " with " + factor.Listed(e.Context, min(label, 40))
	}
}

func moreLess(difference float64) string {
	switch {
	case difference > 0:
		return "more"
	case difference < 0:
		return "less"
	default:
		return "no more"
	}
}

// numbersWords are the estimates, one line each.
func (e Effect) numbersWords() []explain.Sentence {
	var out []explain.Sentence
	estimate := func(what string, x *Estimate) {
		if x != nil {
			out = append(out, explain.Note(fmt.Sprintf("%s: %s, n %d, worth %.0f independent episodes.", what, x.Interval.Words(), x.N, x.Effective)))
		}
	}
	if e.Status != model.StatusOK && len(e.Do) > 0 {
		out = append(out, func(label int) string {
			return fmt.Sprintf("Asked: setting %s, target %s%s.", factor.Listed(e.Do, label), factor.Quoted(e.Target, label), e.contextWords(label))
		})
	}
	estimate("By the g-formula", e.Model)
	estimate("By back-door stratification", e.Stratified)
	if c := e.Contrast; c != nil {
		out = append(out, e.contrastWords)
	}
	estimate("Merely observed among those that chose so, which is no effect", e.Observed)
	return out
}

// contrastWords are the comparison.
func (e Effect) contrastWords(label int) string {
	c := e.Contrast
	if c.Against == e.first() {
		return fmt.Sprintf("Against %s itself: difference exactly 0.", factor.Quoted(c.Against, label))
	}
	if e.Status == model.StatusNoCausalPath && c.Difference != (model.Interval{}) {
		return fmt.Sprintf("Against %s: 0 by the links; the counts leave %s open.", factor.Quoted(c.Against, label), c.Difference.Signed())
	}
	if e.Status == model.StatusNoCausalPath {
		return fmt.Sprintf("Against %s: effect exactly 0.", factor.Quoted(c.Against, label))
	}
	words := fmt.Sprintf("Against %s %s: difference %s", factor.Quoted(c.Against, label), c.Baseline.Interval.Words(), c.Difference.Signed())
	if c.Ratio != nil {
		words += ", ratio " + explain.Number(c.Ratio.Value)
	}
	if c.Needed != nil {
		words += fmt.Sprintf(", number needed %.0f", *c.Needed)
	}
	if c.EValue != nil {
		words += ", E-value " + explain.Number(*c.EValue)
	}
	if c.Treated != nil {
		words += ", among those that chose so (ATT) " + c.Treated.Signed()
	}
	if c.Insufficient != "" {
		words += "; no conclusion: " + strings.TrimSuffix(c.Insufficient, ".")
	}
	return words + "."
}

// basisWords are the basis of the numbers.
func (e Effect) basisWords() []explain.Sentence {
	if len(e.Do) == 0 || e.Status == model.StatusUnknownEnd {
		return nil
	}
	words := explain.EpisodesIn(e.Tried) + " made the choice and tell the target"
	if weighed := len(e.Strata)+len(e.Missing) > 0; weighed && e.Status != model.StatusNoCausalPath {
		words += fmt.Sprintf("; overlap %s, too few chose so in %s", explain.PercentOf(e.Overlap), strataWords(len(e.Missing)))
	}
	out := []explain.Sentence{explain.Note(words + ".")}
	if len(e.Bases) > 0 {
		out = append(out, explain.Note("Links that carry it, by basis: "+link.BasesWords(e.Bases)+"."))
	}
	if len(e.Adjustment) > 0 {
		out = append(out, explain.Note("Adjusted for: "+explain.NamesWords(e.Adjustment)+"."))
	}
	if e.Disagree {
		out = append(out, explain.Note("Graph and data disagree: the two estimates differ by more than 3 standard errors."))
	}
	return out
}

func strataWords(n int) string {
	switch n {
	case 0:
		return "no stratum"
	case 1:
		return "1 stratum"
	default:
		return fmt.Sprintf("%d strata", n)
	}
}

// evidenceWords name where to look up the evidence.
func (e Effect) evidenceWords() []explain.Sentence {
	var out []explain.Sentence
	for i, l := range e.Carriers {
		if i == maxCandidates {
			out = append(out, explain.Note(fmt.Sprintf("… and %s more that carry it.", explain.Count(len(e.Carriers)-i, "link"))))
			break
		}
		out = append(out, func(label int) string { return "Carried by: " + search.Step{Link: l}.InWords(min(label, 40)) + "." })
	}
	var names []string
	for _, x := range e.Similar[:min(len(e.Similar), maxCandidates)] {
		if x.Compared > 0 {
			names = append(names, fmt.Sprintf("%s (%d of %d states alike)", text.Shorten(x.Episode, 60), x.Shared, x.Compared))
		}
	}
	if len(names) > 0 {
		out = append(out, explain.Note("Similar episodes that made the choice: "+strings.Join(names, ", ")+"."))
	}
	return out
}

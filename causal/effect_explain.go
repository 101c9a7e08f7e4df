package causal

import (
	"fmt"
	"strings"
)

// explainEffect says an effect in words: what became of the question first, then the numbers,
// what they rest on, what they assume, and what would change them.
func (s *Service) explainEffect(e Effect, budget int) (Telling, error) {
	var rest []sentence
	rest = append(rest, e.numbersWords()...)
	rest = append(rest, e.groundWords()...)
	for _, text := range e.Assumptions {
		rest = append(rest, noted("Assumed: "+text))
	}
	for _, text := range e.Changes {
		rest = append(rest, noted("Would change it: "+text))
	}
	rest = append(rest, e.evidenceWords()...)
	return explain(s.tokens, budget, e.headline, rest)
}

// headline says what became of the question, with its effect.
func (e Effect) headline(label int) string {
	if e.Status != EffectOK {
		return string(e.Status) + ": " + shortenReason(e.Reason, label)
	}
	words := fmt.Sprintf("%s: setting %s leads to %s in %s of the episodes%s", e.Status, listed(e.Do, label),
		quoted(e.Target, label), e.primary().Interval.words(), e.contextWords(label))
	if e.Contrast != nil && e.Contrast.Insufficient == "" && e.Contrast.Against != e.first() {
		words += fmt.Sprintf(", %s than %s: difference %s", moreLess(e.Contrast.Difference.Value), quoted(e.Contrast.Against, label),
			e.Contrast.Difference.signed())
	}
	if e.Disagree {
		words += "; graph and data disagree"
	}
	return words + "."
}

// shortenReason keeps a reason within so many characters where labels are to be short too.
func shortenReason(reason string, label int) string { return shorten(reason, max(40, 4*label)) }

func (e Effect) first() Identity {
	if len(e.Do) == 0 {
		return Identity{}
	}
	return e.Do[0]
}

// primary is the estimate that the answer goes by.
func (e Effect) primary() *Estimate {
	switch {
	case e.Model != nil:
		return e.Model
	case e.Stratified != nil:
		return e.Stratified
	default:
		return &Estimate{Interval: Interval{High: 1}}
	}
}

// contextWords say what is held: a few of the states, or how many where labels are to be short.
func (e Effect) contextWords(label int) string {
	const most = 6
	switch n := len(e.Context); {
	case n == 0:
		return ""
	case label < 16:
		return fmt.Sprintf(" with %s held", counted(n, "state"))
	case n > most:
		return fmt.Sprintf(" with %s and %d more", listed(e.Context[:most], min(label, 40)), n-most)
	default:
		return " with " + listed(e.Context, min(label, 40))
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

// words writes an interval.
func (i Interval) words() string {
	return fmt.Sprintf("%s [%s, %s]", number(i.Value), number(i.Low), number(i.High))
}

// signed writes an interval of a difference with its sign.
func (i Interval) signed() string {
	return fmt.Sprintf("%+.2f [%+.2f, %+.2f]", i.Value, i.Low, i.High)
}

// numbersWords are the estimates, one line each.
func (e Effect) numbersWords() []sentence {
	var out []sentence
	estimate := func(what string, x *Estimate) {
		if x != nil {
			out = append(out, noted(fmt.Sprintf("%s: %s, n %d, worth %.0f independent episodes.", what, x.Interval.words(), x.N, x.Effective)))
		}
	}
	if e.Status != EffectOK && len(e.Do) > 0 {
		out = append(out, func(label int) string {
			return fmt.Sprintf("Asked: setting %s, target %s%s.", listed(e.Do, label), quoted(e.Target, label), e.contextWords(label))
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

// contrastWords say the comparison.
func (e Effect) contrastWords(label int) string {
	c := e.Contrast
	if c.Against == e.first() {
		return fmt.Sprintf("Against %s itself: difference exactly 0.", quoted(c.Against, label))
	}
	if e.Status == EffectNoCausalPath {
		return fmt.Sprintf("Against %s: effect exactly 0.", quoted(c.Against, label))
	}
	words := fmt.Sprintf("Against %s %s: difference %s", quoted(c.Against, label), c.Baseline.Interval.words(), c.Difference.signed())
	if c.Ratio != nil {
		words += ", ratio " + number(c.Ratio.Value)
	}
	if c.Needed != nil {
		words += fmt.Sprintf(", number needed %.0f", *c.Needed)
	}
	if c.EValue != nil {
		words += ", E-value " + number(*c.EValue)
	}
	if c.Insufficient != "" {
		words += "; no conclusion: " + strings.TrimSuffix(c.Insufficient, ".")
	}
	return words + "."
}

// groundWords say what the numbers rest on.
func (e Effect) groundWords() []sentence {
	if len(e.Do) == 0 || e.Status == EffectUnknownEnd {
		return nil
	}
	words := episodesIn(e.Tried) + " made the choice and tell the target"
	if weighed := len(e.Strata)+len(e.Missing) > 0; weighed && e.Status != EffectNoCausalPath {
		words += fmt.Sprintf("; overlap %s, too few chose so in %s", percentOf(e.Overlap), strataWords(len(e.Missing)))
	}
	out := []sentence{noted(words + ".")}
	if len(e.Adjustment) > 0 {
		out = append(out, noted("Adjusted for: "+namesWords(e.Adjustment)+"."))
	}
	if e.Disagree {
		out = append(out, noted("Graph and data disagree: the two estimates differ by more than 3 standard errors."))
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

// evidenceWords name what the answer can be looked up in.
func (e Effect) evidenceWords() []sentence {
	var out []sentence
	for i, l := range e.Carriers {
		if i == maxCandidates {
			out = append(out, noted(fmt.Sprintf("… and %s more that carry it.", counted(len(e.Carriers)-i, "link"))))
			break
		}
		out = append(out, func(label int) string { return "Carried by: " + Step{Link: l}.inWords(min(label, 40)) + "." })
	}
	var names []string
	for _, x := range e.Similar[:min(len(e.Similar), maxCandidates)] {
		if x.Compared > 0 {
			names = append(names, fmt.Sprintf("%s (%d of %d states alike)", shorten(x.Episode, 60), x.Shared, x.Compared))
		}
	}
	if len(names) > 0 {
		out = append(out, noted("Similar episodes that made the choice: "+strings.Join(names, ", ")+"."))
	}
	return out
}

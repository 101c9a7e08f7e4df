package causal

import (
	"fmt"
	"strings"
	"time"
)

// Telling is a text that explains an answer in fewer tokens than a budget has.
type Telling struct {
	Text   string
	Tokens int
	// Cut says that something was left out or shortened; the text says so too.
	Cut bool
}

// sentence is a line of a telling, with labels of at most so many characters.
type sentence func(label int) string

// explain tells a first line, whatever it takes to make it fit, then as many others as there
// is room for, in their order, and how many there was none for.
func explain(tokens Tokens, budget int, first sentence, rest []sentence) (Telling, error) {
	t := &explainer{tokens: tokens, budget: budget}
	if err := t.begin(first, len(rest)); err != nil {
		return Telling{}, fmt.Errorf("explain the answer: %w", err)
	}
	for i, next := range rest {
		fits, err := t.add(next, len(rest)-i-1)
		if err != nil {
			return Telling{}, fmt.Errorf("explain the answer: %w", err)
		}
		if !fits {
			t.lines, t.cut = append(t.lines, t.mark(len(rest)-i)), true
			break
		}
	}
	text := strings.Join(t.lines, "\n")
	n, err := tokens.CountTokens(text)
	return Telling{Text: text, Tokens: n, Cut: t.cut}, err
}

// explainer gathers lines.
type explainer struct {
	tokens Tokens
	budget int
	lines  []string
	cut    bool
}

func (t *explainer) mark(left int) string {
	return fmt.Sprintf("… %s, cut at %d tokens", counted(left, "more line"), t.budget)
}

// begin writes the first line with the longest labels that leave room for the mark.
func (t *explainer) begin(first sentence, rest int) error {
	for _, label := range labelLengths() {
		line := first(label)
		fits, err := t.fits(line, rest)
		if err != nil {
			return err
		}
		if fits || label == leastLabel {
			t.lines = []string{line}
			t.cut = line != first(maxLabel)
			return nil
		}
	}
	return nil
}

// The lengths of labels that are tried, in characters.
const (
	maxLabel   = 1_000
	leastLabel = 2
)

func labelLengths() []int { return []int{maxLabel, 120, 60, 40, 24, 16, 8, 4, leastLabel} }

// add writes a line when it fits, with labels as long as is left for them.
func (t *explainer) add(next sentence, rest int) (fits bool, err error) {
	for _, label := range labelLengths()[2:5] {
		line := next(label)
		if fits, err = t.fits(line, rest); err != nil {
			return false, err
		}
		if fits {
			t.lines = append(t.lines, line)
			t.cut = t.cut || line != next(maxLabel)
			return true, nil
		}
	}
	return false, nil
}

// fits reports whether the text is within the budget with a line more, and the mark when
// others would follow.
func (t *explainer) fits(line string, rest int) (bool, error) {
	text := strings.Join(append(t.lines[:len(t.lines):len(t.lines)], line), "\n")
	if rest > 0 {
		text += "\n" + t.mark(rest)
	}
	n, err := t.tokens.CountTokens(text)
	return n < t.budget, err
}

// ExplainLink says a link in words, in fewer than [DefaultBudget] tokens.
func (s *Service) ExplainLink(l FactorLink) (string, error) {
	told, err := explain(s.tokens, DefaultBudget, func(label int) string { return Step{Link: l}.inWords(label) }, nil)
	return told.Text, err
}

// inWords says the step in a line.
func (s Step) inWords(label int) string {
	return fmt.Sprintf("%s %s %s: %s", quoted(s.From(), label), relationWord(s.Link.Relation), quoted(s.To(), label), s.Link.InWords())
}

// explainPaths says the answer in words: the first path in full, the others in a line each.
func (s *Service) explainPaths(a FactorPathAnswer, budget int) (Telling, error) {
	if end, bad := badEnd(a.From, a.To); bad {
		return s.explainEnd(end, budget)
	}
	first := a.noPathWords
	rest := a.notes()
	if len(a.Paths) > 0 {
		best := a.Paths[0]
		first = best.headline
		if len(best.Steps) > 1 {
			for _, step := range best.Steps {
				rest = append(rest, step.inWords)
			}
		}
		for _, p := range a.Paths[1:] {
			rest = append(rest, p.headline)
		}
	}
	if a.LeftOut.Hidden == 0 && len(a.Paths) > 0 {
		rest = append(rest, ruleNote(a.Shown)...)
	}
	return explain(s.tokens, budget, first, rest)
}

// headline says the path in a line, its basis included.
func (p FactorPath) headline(label int) string {
	switch len(p.Steps) {
	case 0:
		return quoted(p.From, label) + " is both ends: the empty path, no link and no basis needed."
	case 1:
		return p.Steps[0].inWords(label) + "."
	}
	more := "more"
	if p.Polarity() < 0 {
		more = "less"
	}
	via := ""
	if len(p.Steps) == 2 {
		via = " via " + quoted(p.Steps[0].To(), label)
	}
	words := fmt.Sprintf("%s leads to %s %s%s over %d links: %s; %s",
		quoted(p.From, label), more, quoted(p.To, label), via, len(p.Steps), p.restsOn(), p.strengthOf())
	if in := p.InTime(); in != nil && !*in {
		words += "; against the order in time"
	}
	return words + "."
}

// noPathWords says that nothing was found, and among what.
func (a FactorPathAnswer) noPathWords(label int) string {
	words := "No path"
	if n := a.LeftOut.Unweighed + a.LeftOut.Weightless; n > 0 {
		return fmt.Sprintf("No path of at most %s from %s to %s has a known strength all the way: "+
			"left out, whatever the basis, %s between them of strength unknown or 0. The mode SHORTEST follows them too.",
			counted(a.MaxDepth, "link"), endWords(a.From, label), endWords(a.To, label), counted(n, "link"))
	}
	if a.LeftOut.Cut {
		words = "No path found among the links that could be looked at,"
	}
	return fmt.Sprintf("%s of at most %s from %s to %s, whatever the basis of the links.",
		words, counted(a.MaxDepth, "link"), endWords(a.From, label), endWords(a.To, label))
}

func endWords(e FactorEnd, label int) string {
	if len(e.Matches) == 1 {
		return quoted(e.Matches[0], label)
	}
	return fmt.Sprintf("one of %d factors like %q", e.Total, shorten(e.Asked, label))
}

// noted is a sentence without labels.
func noted(text string) sentence { return func(int) string { return text } }

// stateNotes says over which episodes an answer counted, and how many are not derived yet.
func stateNotes(asOf time.Time, d Derivation) []sentence {
	var out []sentence
	if !asOf.IsZero() {
		out = append(out, noted("Counted over the episodes until "+asOf.UTC().Format("2006-01-02T15:04Z")+"; what was stated by hand is left out."))
	}
	if d.Underived > 0 {
		out = append(out, noted(fmt.Sprintf("%s not derived yet.", episodesIn(d.Underived))))
	}
	return out
}

// ruleNote says that a rule hid links from a search, empty when it hides none.
func ruleNote(shown ShowRule) []sentence {
	if shown == ShowAll {
		return nil
	}
	return []sentence{noted(fmt.Sprintf("Weak links that the rule %q hides were not followed.", shown))}
}

// notes says what the answer does not rest on, and what else bears on it.
func (a FactorPathAnswer) notes() []sentence {
	var out []sentence
	note := func(text string) { out = append(out, noted(text)) }
	if a.LeftOut.Cut {
		note("Truncated: there may be more, or stronger ones.")
	}
	out = append(out, stateNotes(a.AsOf, a.Derivation)...)
	if n := a.LeftOut.HiddenPath; n > 0 {
		note(fmt.Sprintf("There is one of %s over weak links that the rule %q hides.", counted(n, "link"), a.Shown))
	}
	if n := a.LeftOut.Hidden; n > 0 {
		note(fmt.Sprintf("The rule %q hides %s of the project.", a.Shown, counted(n, "weak link")))
	}
	if n := a.LeftOut.Unweighed; n > 0 && len(a.Paths) > 0 {
		note(fmt.Sprintf("Left out between the ends: %s of unknown strength.", counted(n, "link")))
	}
	if len(a.Bottlenecks) > 0 {
		out = append(out, func(label int) string { return "On every path: " + listed(a.Bottlenecks, label) + "." })
	}
	return out
}

func listed(all []Identity, label int) string {
	names := make([]string, len(all))
	for i, id := range all {
		names[i] = quoted(id, label)
	}
	return strings.Join(names, ", ")
}

// badEnd returns the end that no search can begin with.
func badEnd(ends ...FactorEnd) (FactorEnd, bool) {
	for _, e := range ends {
		if e.Total == 0 || e.Total > MaxMatches || e.Unread {
			return e, true
		}
	}
	return FactorEnd{}, false
}

// explainEnd says why the name of an end is not understood.
func (s *Service) explainEnd(e FactorEnd, budget int) (Telling, error) {
	if e.Unread {
		return explain(s.tokens, budget, func(label int) string {
			return fmt.Sprintf("The pattern %q is too wide: only the first %d factors with its longest text were looked at, of which %d are like it; name one, or use a longer text.",
				shorten(e.Asked, label), maxPattern, e.Total)
		}, nil)
	}
	if e.Total == 0 {
		return explain(s.tokens, budget, func(label int) string { return fmt.Sprintf("No factor is named %q.", shorten(e.Asked, label)) }, nil)
	}
	var rest []sentence
	for _, id := range e.Matches {
		rest = append(rest, func(label int) string { return id.Key() + " " + quoted(id, label) })
	}
	return explain(s.tokens, budget, func(label int) string {
		return fmt.Sprintf("%d factors are named like %q, too many to search from; name one, such as:", e.Total, shorten(e.Asked, label))
	}, rest)
}

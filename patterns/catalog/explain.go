package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// ExplainBudget is the token limit of an explanation; no pattern needs more.
const ExplainBudget = 100

// Explain describes a pattern, its number of episodes and its last validation in fewer than
// [ExplainBudget] tokens. It shortens words before it drops figures.
func (s *Service) Explain(p patterns.Pattern) (explain.Explanation, error) {
	return s.ExplainWithin(p, ExplainBudget-1)
}

// ExplainWithin is [Service.Explain] with at most most tokens. The result is empty if even the shortest
// text is too long.
func (s *Service) ExplainWithin(p patterns.Pattern, most int) (explain.Explanation, error) {
	full := line(p, wholeLabel, wholeFigures)
	for _, d := range details() {
		text := line(p, d.label, d.figures)
		n, err := s.tokens.CountTokens(text)
		if err != nil {
			return explain.Explanation{}, fmt.Errorf("explain the pattern %s: %w", p.Key, err)
		}
		if n <= most {
			return explain.Explanation{Text: text, Tokens: n, Cut: text != full}, nil
		}
	}
	return explain.Explanation{}, nil
}

// detail is a level of detail.
type detail struct {
	// label is the most characters of a name, of a trigger and of an action.
	label   int
	figures figures
}

// figures selects the figures to include.
type figures int

const (
	wholeFigures figures = iota
	// mainFigures leaves out claims and the comparison of the validation.
	mainFigures
	// leastFigures are the counts and the status.
	leastFigures
)

// wholeLabel is longer than any label.
const wholeLabel = 1_000

// details returns the levels in the order in which they are tried.
func details() []detail {
	var out []detail
	for f, labels := range [...][]int{wholeFigures: {wholeLabel, 120, 80, 60}, mainFigures: {60, 40}, leastFigures: {60, 40, 24, 12, 6}} {
		for _, label := range labels {
			out = append(out, detail{label, figures(f)})
		}
	}
	return out
}

// line describes a pattern in one line that begins with the key in brackets.
func line(p patterns.Pattern, label int, f figures) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s] %s, %s", p.Key, short(p.Name, label), statusWords(p.Status))
	if words := patternWords(p, label); words != "" {
		b.WriteString(": " + words)
	}
	sentences := []string{countsInWords(p, f)}
	if f < leastFigures {
		sentences = append(sentences, basisInWords(p, label, f))
	}
	if f == wholeFigures {
		sentences = append(sentences, claimWords(p.Claim, label))
	}
	for _, s := range slices.DeleteFunc(sentences, func(s string) bool { return s == "" }) {
		b.WriteString(". " + s)
	}
	if f > wholeFigures {
		b.WriteString("…")
	}
	return b.String()
}

// statusWords says how far a pattern is trusted.
func statusWords(s patterns.Status) string {
	if s == patterns.StatusCandidate {
		return "unproven candidate"
	}
	return strings.ToLower(strings.ReplaceAll(string(s), "_", " "))
}

// patternWords says when to do what, or what not to do.
func patternWords(p patterns.Pattern, label int) string {
	trigger, action := short(p.Trigger, label), short(p.Action, label)
	if p.AntiPattern && action != "" {
		action = "avoid: " + action
	}
	switch {
	case trigger == "" && action == "":
		return short(p.Summary, label)
	case trigger == "":
		return action
	case action == "":
		return "when " + trigger
	default:
		return "when " + trigger + ", " + action
	}
}

// countsInWords returns the counts behind a pattern.
func countsInWords(p patterns.Pattern, f figures) string {
	n := p.Counts.Trials()
	var text string
	if n == 0 {
		text = "No episode with a known outcome bears it out or contradicts it"
	} else {
		text = fmt.Sprintf("%d of %s succeeded", p.Counts.Successes, explain.EpisodesIn(n))
		low, high := statistics.Wilson(p.Counts.Successes, n)
		text += fmt.Sprintf(" (95 %%: %s to %s %%)", asPercent(low), asPercent(high))
	}
	if p.Counts.Unknown > 0 && f < leastFigures {
		text += fmt.Sprintf(", %d unknown", p.Counts.Unknown)
	}
	return text
}

// basisInWords returns the last validation, or why the pattern is deprecated.
func basisInWords(p patterns.Pattern, label int, f figures) string {
	if p.Status == patterns.StatusDeprecated {
		text := "Given up"
		if p.SupersededBy != "" {
			text += " for [" + p.SupersededBy + "]"
		}
		if p.Reason != "" {
			text += ": " + short(p.Reason, label)
		}
		return text
	}
	if p.Last == nil {
		return "Never validated"
	}
	v := p.Last
	text := fmt.Sprintf("Validated %s: %s", v.At.UTC().Format("2006-01-02"), strings.ToLower(strings.ReplaceAll(string(v.Result), "_", " ")))
	if f > wholeFigures {
		return text
	}
	if v.NullBasis == patterns.NullNone {
		text += ", nothing to compare with"
	}
	if v.NullRate != nil {
		text += fmt.Sprintf(", against %s %% %s", asPercent(*v.NullRate), nullBasisWords(v.NullBasis))
	}
	if v.Adjusted != nil {
		text += fmt.Sprintf(", adjusted p %.2g of %d", *v.Adjusted, v.Family)
	}
	return text
}

// nullBasisWords says which episodes a null rate was counted from.
func nullBasisWords(b patterns.NullBasis) string {
	switch b {
	case patterns.NullSameTrigger:
		return "without the action"
	case patterns.NullShrunk:
		return "without the action, few and filled up with others"
	case patterns.NullHalf:
		return "by the project's setting"
	default:
		return "of other episodes"
	}
}

// claimWords returns the claim, which is never counted.
func claimWords(c *patterns.Claim, label int) string {
	if c == nil || c.Rate == nil {
		return ""
	}
	text := "Claimed, not counted: " + asPercent(*c.Rate) + " %"
	if c.Occurrences != nil {
		text += fmt.Sprintf(" of %d", *c.Occurrences)
	}
	if c.Source != "" {
		text += " by " + short(c.Source, label)
	}
	return text
}

// asPercent formats a share so that only 0 is written as 0 and only 1 as 100.
func asPercent(share float64) string {
	n := 100 * share
	switch {
	case n > 0 && n < 1, n > 99 && n < 100:
		return fmt.Sprintf("%.1f", min(max(n, .1), 99.9))
	default:
		return fmt.Sprintf("%.0f", n)
	}
}

// short writes a text in one line of at most so many characters; a longer one ends in an ellipsis.
func short(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return strings.TrimRight(string(runes[:max(1, most-1)]), " ") + "…"
	}
	return text
}

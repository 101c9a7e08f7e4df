package explain

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/internal/problem"
)

// Explanation is a text that explains an answer in fewer tokens than a budget has.
type Explanation struct {
	Text   string
	Tokens int
	// Cut says that something was left out or shortened; the text says so too.
	Cut bool
}

// Sentence is a line of a telling, with labels of at most so many characters.
type Sentence func(label int) string

// Fit tells a first line, whatever it takes to make it fit, then as many others as there
// is room for, in their order, and how many there was none for.
func Fit(tokens Tokens, budget int, first Sentence, rest []Sentence) (Explanation, error) {
	t := &explainer{tokens: tokens, budget: budget}
	if err := t.begin(first, len(rest)); err != nil {
		return Explanation{}, fmt.Errorf("explain the answer: %w", err)
	}
	for i, next := range rest {
		fits, err := t.add(next, len(rest)-i-1)
		if err != nil {
			return Explanation{}, fmt.Errorf("explain the answer: %w", err)
		}
		if !fits {
			t.lines, t.cut = append(t.lines, t.mark(len(rest)-i)), true
			break
		}
	}
	text := strings.Join(t.lines, "\n")
	n, err := tokens.CountTokens(text)
	return Explanation{Text: text, Tokens: n, Cut: t.cut}, err
}

// explainer gathers lines.
type explainer struct {
	tokens Tokens
	budget int
	lines  []string
	cut    bool
}

func (t *explainer) mark(left int) string {
	return fmt.Sprintf("… %s, cut at %d tokens", Count(left, "more line"), t.budget)
}

// begin writes the first line with the longest labels that leave room for the mark.
func (t *explainer) begin(first Sentence, rest int) error {
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
func (t *explainer) add(next Sentence, rest int) (fits bool, err error) {
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

// Note is a sentence without labels.
func Note(text string) Sentence { return func(int) string { return text } }

// A text that explains an answer has fewer tokens than its budget. The least one has room for
// the first line of every answer with its labels cut short.
const (
	DefaultBudget = 200
	LeastBudget   = 100
	MostBudget    = 2_000
)

func BudgetProblems(budget int) []problem.Problem {
	if budget == 0 || budget >= LeastBudget && budget <= MostBudget {
		return nil
	}
	return []problem.Problem{problem.Invalid("budget", "%s", fmt.Sprintf("%d is not from %d to %d tokens", budget, LeastBudget, MostBudget))}
}

// Tokens counts the tokens of a text as a language model sees it.
type Tokens interface {
	// CountTokens returns how many tokens a text has.
	CountTokens(text string) (int, error)
}

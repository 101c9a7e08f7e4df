package explain

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/internal/problem"
)

// Explanation is a text that stays below a token budget.
type Explanation struct {
	Text   string
	Tokens int
	// Cut says that lines were left out or labels shortened; the text says so too.
	Cut bool
}

// Sentence writes one line with labels of at most label characters.
type Sentence func(label int) string

// Fit writes the first line with labels short enough to fit, then the remaining lines in order
// while they fit, and says how many lines it left out.
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

// explainer collects the lines that fit.
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

// The range of label lengths to try, in characters.
const (
	maxLabel   = 1_000
	leastLabel = 2
)

func labelLengths() []int { return []int{maxLabel, 120, 60, 40, 24, 16, 8, 4, leastLabel} }

// add writes a line if it fits, with the longest labels that fit.
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

// fits reports whether the text stays below the budget with one more line, and with the mark if
// other lines would follow.
func (t *explainer) fits(line string, rest int) (bool, error) {
	text := strings.Join(append(t.lines[:len(t.lines):len(t.lines)], line), "\n")
	if rest > 0 {
		text += "\n" + t.mark(rest)
	}
	n, err := t.tokens.CountTokens(text)
	return n < t.budget, err
}

// Note returns a sentence without labels.
func Note(text string) Sentence { return func(int) string { return text } }

// Limits of an explanation's token budget. The smallest one has room for the first line of every
// answer with its labels shortened.
const (
	DefaultBudget = 200
	LeastBudget   = 100
	MostBudget    = 2_000
)

// BudgetProblems reports a budget outside the limits; 0 stands for the default.
func BudgetProblems(budget int) []problem.Problem {
	if budget == 0 || budget >= LeastBudget && budget <= MostBudget {
		return nil
	}
	return []problem.Problem{problem.Invalid("budget", "%d is not from %d to %d tokens", budget, LeastBudget, MostBudget)}
}

// Tokens counts tokens as a language model does.
type Tokens interface {
	// CountTokens returns the number of tokens in a text.
	CountTokens(text string) (int, error)
}

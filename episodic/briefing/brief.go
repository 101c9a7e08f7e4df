package briefing

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// Brief describes an episode in fewer tokens than the budget, from [explain.LeastBudget] to
// [explain.MostBudget]: its task and outcome, then lessons, decisions and errors in turn, then what else
// happened. The text says so if it was cut. It returns a [problem.InvalidError] for another budget.
func (s *Service) Brief(e episodic.Stored, budget int) (explain.Explanation, error) {
	if err := problem.AsError(explain.BudgetProblems(budget)); err != nil {
		return explain.Explanation{}, err
	}
	t := &contextWriter{tokens: s.tokens, budget: budget}
	one := newEntry(ContextEntry{Stored: e}, nil)
	reserved, err := t.tokens.CountTokens("\n" + briefMark(9_999, 9_999, budget))
	if err == nil {
		err = t.tell(one, budget-1-reserved)
	}
	if err != nil {
		return explain.Explanation{}, fmt.Errorf("describe an episode: %w", err)
	}
	if len(one.Lines) == 0 {
		return s.inFewWords(e.Episode, one.rest[1:], budget)
	}
	return t.brief(one)
}

// tell fills an entry as a context does: every line shortened first, then in full, then more lines.
func (t *contextWriter) tell(one *entry, room int) error {
	err := t.fill(one, room, lineBudget, anything)
	if err == nil {
		err = t.lengthen(one, room-one.Tokens)
	}
	if err == nil {
		err = t.fill(one, room-one.Tokens, room, anything)
	}
	return err
}

// brief joins the lines of an entry. Tokens were counted line by line; if the whole text has more, it
// drops the last lines.
func (t *contextWriter) brief(one *entry) (explain.Explanation, error) {
	for {
		var lines []string
		for _, l := range one.shown().Lines {
			lines = append(lines, l.Text)
		}
		cut := len(one.rest)+one.shortened() > 0
		if cut {
			lines = append(lines, briefMark(len(one.rest), one.shortened(), t.budget))
		}
		whole := strings.Join(lines, "\n")
		n, err := t.tokens.CountTokens(whole)
		if err != nil || n < t.budget || len(one.Lines) == 1 {
			return explain.Explanation{Text: whole, Tokens: n, Cut: cut}, err
		}
		dropLast([]*entry{one})
	}
}

func briefMark(lines, shortened, budget int) string {
	return fmt.Sprintf("(cut to %d tokens: %d lines left out, %d lines shortened)", budget, lines, shortened)
}

// inFewWords describes an episode whose id alone fills the budget.
func (s *Service) inFewWords(e episodic.Episode, rest []draft, budget int) (explain.Explanation, error) {
	short := func(words string, most int) string { return text.Shorten(text.OneLine(words), most) }
	more := make([]explain.Sentence, len(rest))
	for i, d := range rest {
		more[i] = func(label int) string { return short(d.words(), label) }
	}
	return explain.Fit(s.tokens, budget, func(label int) string {
		return fmt.Sprintf("[%s] outcome %s: %s", short(e.ID, label), e.Outcome, short(e.Task, label))
	}, more)
}

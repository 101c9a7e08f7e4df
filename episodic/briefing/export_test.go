package briefing

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/explain"
)

// LeastBudget is the least budget.
const LeastBudget = leastBudget

// Tell tells episodes within a budget.
func Tell(tokens explain.Tokens, budget int, hits []recall.Hit, failed []episodic.Stored) (TaskContext, error) {
	return TellAdvised(tokens, budget, hits, failed, func(int) ([]Advice, error) { return nil, nil })
}

// TellAdvised tells patterns and episodes within a budget.
func TellAdvised(
	tokens explain.Tokens, budget int, hits []recall.Hit, failed []episodic.Stored, advise func(tokens int) ([]Advice, error),
) (TaskContext, error) {
	return TellChoices(tokens, budget, hits, failed, advise, nil)
}

// TellChoices tells patterns, choices and episodes within a budget.
func TellChoices(
	tokens explain.Tokens, budget int, hits []recall.Hit, failed []episodic.Stored, advise func(tokens int) ([]Advice, error), choices []Choice,
) (TaskContext, error) {
	return (&contextWriter{tokens: tokens, budget: budget}).write(contextParts{
		hits: hits, recent: failed, advise: advise, choices: func() ([]Choice, error) { return choices, nil },
	})
}

// CheckContext says what is wrong with a question.
func CheckContext(q ContextQuestion) error { return q.validate() }

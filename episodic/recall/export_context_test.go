package recall

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Tell tells episodes within a budget.
func Tell(tokens explain.Tokens, budget int, hits []Hit, failed []episodic.Stored) (TaskContext, error) {
	return TellAdvised(tokens, budget, hits, failed, func(int) ([]Advice, error) { return nil, nil })
}

// TellAdvised tells patterns and episodes within a budget.
func TellAdvised(
	tokens explain.Tokens, budget int, hits []Hit, failed []episodic.Stored, advise func(tokens int) ([]Advice, error),
) (TaskContext, error) {
	return (&contextWriter{tokens: tokens, budget: budget}).write(hits, failed, advise)
}

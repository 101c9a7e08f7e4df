package applicable

import (
	"context"

	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Advise implements [recall.Adviser]: the best validated patterns that apply to a task of which
// nothing is known but its words. The words have to fulfil something that the pattern asks for: one
// that asks for nothing applies to every task and says nothing of this one.
func (s *Service) Advise(ctx context.Context, project, task string, limit, most int) ([]recall.Advice, error) {
	found, err := s.FindApplicable(ctx, Query{Project: project, Task: condition.Task{Text: task}, Limit: limit, asked: true})
	if err != nil {
		return nil, err
	}
	out := make([]recall.Advice, len(found.Found))
	for i, a := range found.Found {
		told, err := s.catalog.ExplainWithin(a.Pattern, min(most, catalog.ExplainBudget-1))
		if err != nil {
			return nil, err
		}
		out[i] = recall.Advice{Pattern: a.Pattern.Key, Score: a.Score, Text: told.Text, Shortened: told.Cut}
	}
	return out, nil
}

package patterns

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
)

// Advise implements [episodic.Adviser]: the best validated patterns that apply to a task of which
// nothing is known but its words. The words have to fulfil something that the pattern asks for: one
// that asks for nothing applies to every task and says nothing of this one.
func (s *Service) Advise(ctx context.Context, project, task string, limit, most int) ([]episodic.Advice, error) {
	found, err := s.FindApplicable(ctx, ApplicableQuery{Project: project, Task: Task{Text: task}, Limit: limit, asked: true})
	if err != nil {
		return nil, err
	}
	out := make([]episodic.Advice, len(found.Found))
	for i, a := range found.Found {
		told, err := s.explain(a.Pattern, min(most, ExplainBudget-1))
		if err != nil {
			return nil, err
		}
		out[i] = episodic.Advice{Pattern: a.Pattern.Key, Score: a.Score, Text: told.Text, Shortened: told.Cut}
	}
	return out, nil
}

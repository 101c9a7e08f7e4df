package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Counterfactual(
	ctx context.Context, project, episode string, remove, set, target *string, contextOnly, temporal bool, budget int,
) (*model.CounterfactualAnswer, error) {
	if err := checkBudget(budget); err != nil {
		return nil, err
	}
	found, err := q.causes.Counterfactual.Counterfactual(ctx, counterfactual.Question{
		Project: project, Episode: episode, Remove: orEmpty(remove), Set: orEmpty(set), Target: orEmpty(target),
		ContextOnly: contextOnly, Temporal: temporal, Budget: told(ctx, budget),
	})
	if err != nil {
		return nil, err
	}
	return &model.CounterfactualAnswer{Counterfactual: found, Project: project}, nil
}

type counterfactualAnswer struct{}

func (counterfactualAnswer) Nearest(
	ctx context.Context, a *model.CounterfactualAnswer, first int, after *string,
) (model.SimilarCaseConnection, error) {
	return similar("nearest cases", a.Project, a.Counterfactual.Nearest, first, after)
}

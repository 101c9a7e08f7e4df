package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) FactorCauses(
	ctx context.Context, project, of string, maxDepth int, follow model.FollowInput, first int, after *string, budget int,
) (*model.RankedFactorConnection, error) {
	return q.ranked(ctx, paths.ReachQuestion{
		Project: project, Of: of, Direction: search.Upstream, MaxDepth: maxDepth,
		Follow: followed(follow), AsOf: until(follow.AsOf), Composed: follow.Composed, Budget: budget,
	}, first, after)
}

func (q query) FactorEffects(
	ctx context.Context, project, of string, maxDepth int, follow model.FollowInput, first int, after *string, budget int,
) (*model.RankedFactorConnection, error) {
	return q.ranked(ctx, paths.ReachQuestion{
		Project: project, Of: of, Direction: search.Downstream, MaxDepth: maxDepth,
		Follow: followed(follow), AsOf: until(follow.AsOf), Composed: follow.Composed, Budget: budget,
	}, first, after)
}

func (q query) ranked(ctx context.Context, question paths.ReachQuestion, first int, after *string) (*model.RankedFactorConnection, error) {
	if err := checkGiven(&question.MaxDepth, &first, question.Budget); err != nil {
		return nil, err
	}
	w, err := model.NewWindow("factors "+string(question.Direction), first, after)
	if err != nil {
		return nil, err
	}
	question.Page, question.Budget, question.Support = w.Page(), told(ctx, question.Budget), selects(ctx, "supportOfWholePath")
	answer, err := q.causes.Paths.Reach(ctx, question)
	if err != nil {
		return nil, asked(err)
	}
	return &model.RankedFactorConnection{Answer: answer, Project: question.Project, Connection: model.Connect(w, answer.Found,
		func(r paths.ReachedFactor) string { return r.Cursor },
		func(cursor string, r paths.ReachedFactor) model.RankedFactorEdge {
			return model.RankedFactorEdge{Cursor: cursor, Reached: r, Project: question.Project, AsOf: answer.AsOf}
		}, nil,
	)}, nil
}

type rankedFactorEdge struct{}

func (rankedFactorEdge) Node(ctx context.Context, e *model.RankedFactorEdge) (model.Factor, error) {
	return needFactor(ctx, e.Project, e.Reached.Factor)
}

type rankedFactorConnection struct{}

func (rankedFactorConnection) Nodes(ctx context.Context, c *model.RankedFactorConnection) ([]model.Factor, error) {
	factors := make([]factor.Identity, len(c.Edges))
	for i, e := range c.Edges {
		factors[i] = e.Reached.Factor
	}
	return loadFactors(ctx, c.Project, factors)
}

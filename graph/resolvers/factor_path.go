package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (q query) FactorPath(
	ctx context.Context, project, from, to string, mode paths.Mode, maxDepth *int, follow model.FollowInput, first *int, budget int,
) (*model.FactorPathAnswer, error) {
	if err := checkGiven(maxDepth, first, budget); err != nil {
		return nil, err
	}
	question := paths.Question{
		Project: project, From: from, To: to, Mode: mode, MaxDepth: orEmpty(maxDepth), Limit: orEmpty(first),
		Follow: followed(follow), AsOf: until(follow.AsOf), Budget: told(ctx, budget),
		Composed: follow.Composed, Support: selects(ctx, "supportOfWholePath"), Bottlenecks: selects(ctx, "bottlenecks"), State: selects(ctx, "leftOut", "derivation"),
	}
	answer, err := q.causes.Paths.FactorPath(ctx, question)
	if err != nil {
		return nil, asked(err)
	}
	return &model.FactorPathAnswer{Answer: answer, Project: project}, nil
}

// checkGiven refuses what the domain would take for "not given".
func checkGiven(maxDepth, first *int, budget int) error {
	switch {
	case maxDepth != nil && *maxDepth < 1:
		return problem.Refuse("maxDepth", "it is at least 1")
	case first != nil && *first < 1:
		return problem.Refuse("first", "it is at least 1")
	case budget == 0:
		return problem.Refuse("budget", "leave explain out when no text is wanted")
	}
	return nil
}

// told is the token budget of the explanation, 0 if the query does not select it.
func told(ctx context.Context, budget int) int {
	if !selects(ctx, "explain") {
		return 0
	}
	return budget
}

func followed(f model.FollowInput) search.FactorFollow {
	return search.FactorFollow{Relations: f.Relations, Bases: f.Bases, Shown: orEmpty(f.Visibility), MinStrength: f.MinStrength, InTime: f.InTime}
}

func (r project) CausalGraph(
	ctx context.Context, p *model.Project, of, from, to *string, maxDepth *int, follow model.FollowInput, first, budget int,
) (*model.FactorGraph, error) {
	if err := checkGiven(maxDepth, &first, budget); err != nil {
		return nil, err
	}
	found, err := r.causes.Paths.Graph(ctx, paths.GraphQuestion{
		Project: p.Name, Of: orEmpty(of), From: orEmpty(from), To: orEmpty(to), Depth: orEmpty(maxDepth), Limit: first,
		Follow: followed(follow), AsOf: until(follow.AsOf), Composed: follow.Composed, Budget: told(ctx, budget),
	})
	if err != nil {
		return nil, asked(err)
	}
	return &model.FactorGraph{Graph: found, Project: p.Name}, nil
}

type factorPathAnswer struct{}

// Bottlenecks returns nil when they are not known.
func (factorPathAnswer) Bottlenecks(ctx context.Context, a *model.FactorPathAnswer) ([]model.Factor, error) {
	if !a.BottlenecksKnown {
		return nil, nil
	}
	return loadFactors(ctx, a.Project, a.Answer.Bottlenecks)
}

type factorEnd struct{}

func (factorEnd) Matches(ctx context.Context, e *model.FactorEnd) ([]model.Factor, error) {
	return loadFactors(ctx, e.Project, e.End.Matches)
}

type factorPath struct{}

func (factorPath) From(ctx context.Context, p *model.FactorPath) (model.Factor, error) {
	return needFactor(ctx, p.Project, p.Path.From)
}

func (factorPath) To(ctx context.Context, p *model.FactorPath) (model.Factor, error) {
	return needFactor(ctx, p.Project, p.Path.To)
}

func (factorPath) ComposedAt(ctx context.Context, p *model.FactorPath) ([]model.Factor, error) {
	return loadFactors(ctx, p.Project, p.Path.ComposedAt)
}

type wholePathSupport struct{}

func (wholePathSupport) Episodes(ctx context.Context, s *model.WholePathSupport) ([]model.Episode, error) {
	return loadEpisodes(ctx, s.Project, s.CommonSupport.Episodes)
}

type factorHop struct{}

func (factorHop) From(ctx context.Context, h *model.FactorHop) (model.Factor, error) {
	return needFactor(ctx, h.Project, h.Step.From())
}

func (factorHop) To(ctx context.Context, h *model.FactorHop) (model.Factor, error) {
	return needFactor(ctx, h.Project, h.Step.To())
}

// loadFactors returns factors in their order; absent ones are left out.
func loadFactors(ctx context.Context, project string, identities []factor.Identity) ([]model.Factor, error) {
	keys := make([]string, len(identities))
	for i, id := range identities {
		keys[i] = id.Key()
	}
	found, err := loadPresent(ctx, batchesOf(ctx).factors, project, keys)
	return model.NewFactors(project, found), err
}

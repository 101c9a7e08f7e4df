package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (q query) WhatIf(
	ctx context.Context, project, episode, decision, alternative, target string, widen, temporal bool, budget int,
) (*model.InterventionAnswer, error) {
	if err := checkBudget(budget); err != nil {
		return nil, err
	}
	found, err := q.causes.Effect.WhatIf(ctx, effect.WhatIfQuestion{
		Project: project, Episode: episode, Decision: decision, Alternative: alternative, Target: target,
		Widen: widen, Temporal: temporal, Budget: told(ctx, budget),
	})
	if err != nil {
		return nil, err
	}
	return &model.InterventionAnswer{Effect: found, Project: project}, nil
}

func (q query) Intervene(
	ctx context.Context, project string, do []string, against *string, target string, known []string, widen, temporal bool, budget int,
) (*model.InterventionAnswer, error) {
	if err := checkBudget(budget); err != nil {
		return nil, err
	}
	found, err := q.causes.Effect.Intervene(ctx, effect.InterveneQuestion{
		Project: project, Do: do, Against: orEmpty(against), Target: target, Context: known,
		Widen: widen, Temporal: temporal, Budget: told(ctx, budget),
	})
	if err != nil {
		return nil, err
	}
	return &model.InterventionAnswer{Effect: found, Project: project}, nil
}

func (q query) BestAction(
	ctx context.Context, project, variable, target string, avoid bool, known []string, widen, temporal bool, budget int,
) (*model.BestActionAnswer, error) {
	if err := checkBudget(budget); err != nil {
		return nil, err
	}
	found, err := q.causes.Decision.BestAction(ctx, decision.BestActionQuestion{
		Project: project, Variable: variable, Target: target, Avoid: avoid, Context: known,
		Widen: widen, Temporal: temporal, Budget: told(ctx, budget),
	})
	if err != nil {
		return nil, err
	}
	return &model.BestActionAnswer{BestAction: found, Project: project}, nil
}

// DecisionImpact asks about each decision of an episode.
func (r episode) DecisionImpact(ctx context.Context, e *model.Episode, target string, temporal bool, budget int) (*model.DecisionImpactAnswer, error) {
	if err := checkBudget(budget); err != nil {
		return nil, err
	}
	found, err := r.causes.Decision.DecisionImpact(ctx, decision.ImpactQuestion{
		Project: e.Project(), Episode: e.Key(), Target: target, Temporal: temporal, Budget: told(ctx, budget),
	})
	if err != nil {
		return nil, err
	}
	return &model.DecisionImpactAnswer{Impact: found, Project: e.Project()}, nil
}

// checkBudget refuses what the domain would take for "no text".
func checkBudget(budget int) error {
	if budget == 0 {
		return problem.Refuse("budget", "leave explain out when no text is wanted")
	}
	return nil
}

type effectResolver struct{}

func (effectResolver) Strata(ctx context.Context, e *model.InterventionAnswer, first int, after *string) (model.StratumConnection, error) {
	return strata("strata", e.Project, e.Effect.Strata, first, after)
}

func (effectResolver) Missing(ctx context.Context, e *model.InterventionAnswer, first int, after *string) (model.StratumConnection, error) {
	return strata("missing strata", e.Project, e.Effect.Missing, first, after)
}

func (effectResolver) Similar(ctx context.Context, e *model.InterventionAnswer, first int, after *string) (model.SimilarCaseConnection, error) {
	return similar("similar cases", e.Project, e.Effect.Similar, first, after)
}

func strata(list, project string, all []effect.Stratum, first int, after *string) (model.StratumConnection, error) {
	c, err := pageOf(list, all, first, after, model.StratumKey, func(cursor string, s effect.Stratum) model.StratumEdge {
		return model.StratumEdge{Edge: model.Edge[model.Stratum]{Cursor: cursor, Node: model.Stratum{Stratum: s, Project: project}}}
	})
	return model.StratumConnection{Connection: c}, err
}

func similar(list, project string, all []effect.Similar, first int, after *string) (model.SimilarCaseConnection, error) {
	key := func(s effect.Similar) string { return s.Episode }
	c, err := pageOf(list, all, first, after, key, func(cursor string, s effect.Similar) model.SimilarCaseEdge {
		return model.SimilarCaseEdge{Edge: model.Edge[model.SimilarCase]{Cursor: cursor, Node: model.SimilarCase{Case: s, Project: project}}}
	})
	return model.SimilarCaseConnection{Connection: c}, err
}

type effectStratum struct{}

func (effectStratum) Episodes(ctx context.Context, s *model.Stratum, first int, after *string) (model.EpisodeConnection, error) {
	return episodesOf(ctx, "episodes "+s.Key(), s.Project, s.Stratum.Episodes, first, after)
}

type effectEstimate struct{}

func (effectEstimate) Episodes(ctx context.Context, e *model.ProbabilityEstimate, first int, after *string) (model.EpisodeConnection, error) {
	return episodesOf(ctx, "episodes by "+e.Method, e.Project, e.Estimate.Episodes, first, after)
}

type similarCase struct{}

func (similarCase) Episode(ctx context.Context, s *model.SimilarCase) (model.Episode, error) {
	return loadEpisode(ctx, s.Project, s.Case.Episode)
}

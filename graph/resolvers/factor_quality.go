package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (r project) Quality(ctx context.Context, p *model.Project) (*model.CausalQuality, error) {
	found, err := r.causes.Curate.Quality(ctx, p.Name)
	if err != nil {
		return nil, err
	}
	return &model.CausalQuality{Quality: found, Project: p.Name}, nil
}

func (r project) MergeSuggestions(ctx context.Context, p *model.Project, least float64, first int) (*model.MergeSuggestions, error) {
	if !(least > 0 && least <= 1) {
		return nil, problem.Refuse("minScore", "it is more than 0, and 1 at most")
	}
	if err := model.CheckFirst(first, curate.MaxSuggestions); err != nil {
		return nil, err
	}
	found, err := r.causes.Curate.Suggestions(ctx, curate.SuggestionQuery{Project: p.Name, Least: least, Limit: first})
	if err != nil {
		return nil, err
	}
	return &model.MergeSuggestions{Found: found, Project: p.Name}, nil
}

type factorHub struct{}

func (factorHub) Factor(ctx context.Context, h *model.FactorHub) (model.Factor, error) {
	return needFactor(ctx, h.Project, h.Hub.Factor)
}

func (m mutation) ImportCausalGraph(
	ctx context.Context, project string, input model.ImportCausalGraphInput, wait bool, key *string,
) (*model.JobPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "importCausalGraph", Arguments: input, Redo: m.interrupted(project)}
	started, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (string, error) {
		begun, err := m.importer.StartGraphs(ctx, project, input.Files, input.Strict, input.DryRun)
		return begun.Key, err
	})
	if err != nil {
		return nil, inInput(err)
	}
	found, err := m.begun(ctx, project, started, wait)
	return &model.JobPayload{Job: found}, err
}

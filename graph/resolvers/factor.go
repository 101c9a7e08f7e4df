package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Factor(ctx context.Context, project, key string) (*model.Factor, error) {
	found, err := q.causes.Layer.Factor(ctx, project, key)
	if err != nil {
		return nil, err
	}
	return &model.Factor{Factor: found, Project: project}, nil
}

func (q query) Factors(
	ctx context.Context, project string, filter *layer.FactorFilter, first int, after *string,
) (*model.FactorConnection, error) {
	w, err := model.NewWindow("factors", first, after)
	if err != nil {
		return nil, err
	}
	wanted := layer.FactorQuery{Project: project, Filter: orEmpty(filter), Page: w.Page()}
	found, err := q.causes.Layer.Factors(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return &model.FactorConnection{Connection: model.Connect(w, found, factor.Factor.Key,
		func(cursor string, f factor.Factor) model.FactorEdge {
			return model.FactorEdge{Edge: model.Edge[model.Factor]{Cursor: cursor, Node: model.Factor{Factor: f, Project: project}}}
		},
		func(ctx context.Context) (int, error) { return q.causes.Layer.CountFactors(ctx, wanted) },
	)}, nil
}

type factorResolver struct{ *Root }

func (r factorResolver) Occurrences(ctx context.Context, f *model.Factor, first int, after *string) (model.OccurrenceConnection, error) {
	w, err := model.NewWindow("occurrences of "+f.Key(), first, after)
	if err != nil {
		return model.OccurrenceConnection{}, err
	}
	found, err := r.causes.Layer.Instances(ctx, f.Project, f.Key(), w.Page())
	return model.OccurrenceConnection{Connection: model.Connect(w, found, occurrenceKey,
		func(cursor string, o episodic.Occurrence) model.OccurrenceEdge {
			return model.OccurrenceEdge{Edge: occurrenceEdge(cursor, f.Project, o)}
		},
		func(ctx context.Context) (int, error) { return r.causes.Layer.CountInstances(ctx, f.Project, f.Key()) },
	)}, err
}

func (factorResolver) Causes(ctx context.Context, f *model.Factor, first int, shown *link.ShowRule) ([]model.FactorLink, error) {
	return loadFactorLinksAt(ctx, f, search.Upstream, first, shown)
}

func (factorResolver) Effects(ctx context.Context, f *model.Factor, first int, shown *link.ShowRule) ([]model.FactorLink, error) {
	return loadFactorLinksAt(ctx, f, search.Downstream, first, shown)
}

func (factorResolver) Members(ctx context.Context, f *model.Factor, first *int, offset int) ([]model.FactorMerge, error) {
	rules, err := loadRules(ctx, f.Project)
	if err != nil {
		return nil, err
	}
	part, err := model.Part(rules.Members(f.Identity), first, offset)
	return model.NewFactorMerges(part), err
}

func (r factorResolver) Explain(_ context.Context, f *model.Factor) (string, error) {
	return r.causes.Paths.ExplainFactor(f.Factor)
}

package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/validation"
)

func (q query) Pattern(ctx context.Context, project, name string) (*model.Pattern, error) {
	key, err := model.PatternKey("key", project, name)
	if err != nil {
		return nil, err
	}
	found, err := q.patterns.Catalog.Pattern(ctx, project, key)
	if err != nil {
		return nil, err
	}
	return &model.Pattern{Pattern: found, Project: project}, nil
}

func (q query) Patterns(
	ctx context.Context, project string, minRate *float64, minTrials int, filter *patterns.Filter, order patterns.Order, first int, after *string,
) (*model.PatternConnection, error) {
	f := active(filter)
	f.MinRate, f.MinTrials = minRate, minTrials
	return q.listPatterns(ctx, patterns.Query{Project: project, Filter: f, Order: order}, first, after)
}

// active leaves out deprecated patterns unless they are asked for.
func active(filter *patterns.Filter) patterns.Filter {
	f := orEmpty(filter)
	if len(f.Statuses) == 0 {
		f.Statuses = []patterns.Status{patterns.StatusCandidate, patterns.StatusValidated, patterns.StatusUnderReview}
	}
	return f
}

func (q query) listPatterns(ctx context.Context, wanted patterns.Query, first int, after *string) (*model.PatternConnection, error) {
	w, err := model.NewWindow("patterns by "+string(wanted.Order), first, after)
	if err != nil {
		return nil, err
	}
	wanted.Page = w.Page()
	found, err := q.patterns.Catalog.Patterns(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return &model.PatternConnection{Connection: model.Connect(w, found, wanted.Order.Cursor,
		func(cursor string, p patterns.Pattern) model.PatternEdge {
			return model.PatternEdge{Edge: model.Edge[model.Pattern]{Cursor: cursor, Node: model.Pattern{Pattern: p, Project: wanted.Project}}}
		},
		func(ctx context.Context) (int, error) { return q.patterns.Catalog.CountPatterns(ctx, wanted) },
	)}, nil
}

type pattern struct{ *Root }

func (pattern) SupersededBy(ctx context.Context, p *model.Pattern) (*model.Pattern, error) {
	return loadPattern(ctx, p.Project, p.Pattern.SupersededBy)
}

func (pattern) Related(ctx context.Context, p *model.Pattern) ([]model.RelatedPattern, error) {
	prefetchPatterns(ctx, p.Project, p.Pattern.Related, func(r patterns.Related) string { return r.Pattern })
	out := []model.RelatedPattern{}
	for _, r := range p.Pattern.Related {
		other, err := loadPattern(ctx, p.Project, r.Pattern)
		if err != nil {
			return nil, err
		}
		if other != nil {
			out = append(out, model.RelatedPattern{Relationship: r.Relationship, Pattern: *other})
		}
	}
	return out, nil
}

func (pattern) Leads(ctx context.Context, p *model.Pattern) ([]model.PatternLead, error) {
	prefetchPatterns(ctx, p.Project, p.Pattern.Leads, func(l patterns.Leads) string { return l.Pattern })
	out := []model.PatternLead{}
	for _, l := range p.Pattern.Leads {
		other, err := loadPattern(ctx, p.Project, l.Pattern)
		if err != nil {
			return nil, err
		}
		lead := model.PatternLead{Relation: l.Relation, Pattern: other, Factor: model.NamedFactor(l.Factor)}
		if other == nil && l.Name != "" {
			lead.Pending = &l.Name
		}
		if other != nil || lead.Pending != nil || lead.Factor != nil {
			out = append(out, lead)
		}
	}
	return out, nil
}

func (r pattern) RateOverTime(ctx context.Context, p *model.Pattern, period *validation.Period, most int) (model.PatternRates, error) {
	found, err := r.patterns.Validation.RateOverTime(ctx, p.Project, p.Key, orEmpty(period), most)
	return model.PatternRates{Rates: found}, err
}

func (r pattern) Explain(_ context.Context, p *model.Pattern) (string, error) {
	told, err := r.patterns.Catalog.Explain(p.Pattern)
	return told.Text, err
}

func (r pattern) Note(ctx context.Context, p *model.Pattern) (string, error) {
	return r.exporter.PatternNote(ctx, p.Project, p.Pattern)
}

// loadPattern returns nil for the empty key and for what is not there.
func loadPattern(ctx context.Context, project, key string) (*model.Pattern, error) {
	if key == "" {
		return nil, nil
	}
	found, ok, err := batchesOf(ctx).patterns.load(ctx, inProject{project, key})
	if err != nil || !ok {
		return nil, err
	}
	return &model.Pattern{Pattern: found, Project: project}, nil
}

func prefetchPatterns[T any](ctx context.Context, project string, items []T, key func(T) string) {
	var wanted []inProject
	for _, item := range items {
		if k := key(item); k != "" {
			wanted = append(wanted, inProject{project, k})
		}
	}
	batchesOf(ctx).patterns.prefetch(ctx, wanted)
}

func patternKey(p patterns.Pattern) string { return p.Key }

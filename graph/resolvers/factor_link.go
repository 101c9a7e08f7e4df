package resolvers

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) FactorLink(ctx context.Context, project, key string) (*model.FactorLink, error) {
	found, err := q.causes.Layer.FactorLink(ctx, project, key)
	if err != nil {
		return nil, err
	}
	return &model.FactorLink{FactorLink: found, Project: project}, nil
}

func (q query) FactorLinks(
	ctx context.Context, project string, filter *layer.FactorLinkFilter, first int, after *string,
) (*model.FactorLinkConnection, error) {
	w, err := model.NewWindow("factorLinks", first, after)
	if err != nil {
		return nil, err
	}
	wanted := layer.FactorLinkQuery{Project: project, Filter: orEmpty(filter), Page: w.Page()}
	found, err := q.causes.Layer.FactorLinks(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return &model.FactorLinkConnection{Connection: model.Connect(w, found, factorLinkKey,
		func(cursor string, l link.FactorLink) model.FactorLinkEdge {
			return model.FactorLinkEdge{Edge: model.Edge[model.FactorLink]{Cursor: cursor, Node: model.FactorLink{FactorLink: l, Project: project}}}
		},
		func(ctx context.Context) (int, error) { return q.causes.Layer.CountFactorLinks(ctx, wanted) },
	)}, nil
}

type factorLink struct{ *Root }

func (factorLink) Source(ctx context.Context, l *model.FactorLink) (model.Factor, error) {
	return needFactor(ctx, l.Project, l.FactorLink.Source)
}

func (factorLink) Target(ctx context.Context, l *model.FactorLink) (model.Factor, error) {
	return needFactor(ctx, l.Project, l.FactorLink.Target)
}

func (r factorLink) Supporting(
	ctx context.Context, l *model.FactorLink, first int, after *string, asOf *episodic.Timestamp,
) (model.EvidenceConnection, error) {
	return r.evidence(ctx, l, link.Supporting, first, after, asOf)
}

func (r factorLink) Contradicting(
	ctx context.Context, l *model.FactorLink, first int, after *string, asOf *episodic.Timestamp,
) (model.EvidenceConnection, error) {
	return r.evidence(ctx, l, link.Contradicting, first, after, asOf)
}

func (r factorLink) evidence(
	ctx context.Context, l *model.FactorLink, kind link.EvidenceKind, first int, after *string, asOf *episodic.Timestamp,
) (model.EvidenceConnection, error) {
	w, err := model.NewWindow(string(kind)+" "+l.Key, first, after)
	if err != nil {
		return model.EvidenceConnection{}, err
	}
	closed, err := loadClosed(ctx, l)
	if err != nil {
		return model.EvidenceConnection{}, err
	}
	past := l.AsOf
	if asOf != nil {
		past = until(asOf)
	}
	wanted := l.EvidenceFor(l.Project, kind, closed, past)
	wanted.Page = w.Page()
	found, err := r.causes.Layer.Evidence(ctx, wanted)
	return model.EvidenceConnection{Connection: model.Connect(w, found,
		func(e link.Evidence) string { return e.Episode },
		func(cursor string, e link.Evidence) model.EvidenceEdge {
			node := model.Evidence{Evidence: e, Link: l.FactorLink, Project: l.Project, Kind: kind}
			return model.EvidenceEdge{Edge: model.Edge[model.Evidence]{Cursor: cursor, Node: node}}
		},
		func(ctx context.Context) (int, error) { return r.causes.Layer.CountEvidence(ctx, wanted) },
	)}, err
}

// loadClosed says which of the variables of a link are closed.
func loadClosed(ctx context.Context, l *model.FactorLink) (map[string]bool, error) {
	names := []string{l.FactorLink.Source.Variable, l.FactorLink.Target.Variable}
	found, err := loadPresent(ctx, batchesOf(ctx).variables, l.Project, names)
	closed := make(map[string]bool, len(found))
	for _, v := range found {
		closed[v.Name] = v.Closed
	}
	return closed, err
}

// until is the last instant of a time: the whole minute or day counts.
func until(asOf *episodic.Timestamp) time.Time {
	t := orEmpty(asOf)
	switch t.Precision {
	case episodic.PrecisionDay:
		return t.Time.AddDate(0, 0, 1).Add(-time.Microsecond)
	case episodic.PrecisionMinute:
		return t.Time.Add(time.Minute - time.Microsecond)
	default:
		return t.Time
	}
}

func (r factorLink) Explain(_ context.Context, l *model.FactorLink) (string, error) {
	return r.causes.Paths.ExplainLink(l.FactorLink)
}

type evidence struct{}

func (evidence) Episode(ctx context.Context, e *model.Evidence) (model.Episode, error) {
	return loadEpisode(ctx, e.Project, e.Evidence.Episode)
}

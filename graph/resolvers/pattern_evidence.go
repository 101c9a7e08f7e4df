package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns"
)

func (r pattern) Evidence(
	ctx context.Context, p *model.Pattern, verdicts []patterns.Verdict, counted bool, since, to *episodic.Timestamp, first int, after *string,
) (model.PatternEvidenceConnection, error) {
	w, err := model.NewWindow("evidence of "+p.Key, first, after)
	if err != nil {
		return model.PatternEvidenceConnection{}, err
	}
	wanted := patterns.EvidenceQuery{
		Project: p.Project, Pattern: p.Key, Verdicts: verdicts, Counted: counted,
		Since: orEmpty(since).Time, Until: until(to), Page: w.Page(),
	}
	found, err := r.patterns.Catalog.Evidence(ctx, wanted)
	return model.PatternEvidenceConnection{Connection: model.Connect(w, found, evidenceEpisode,
		func(cursor string, e patterns.Evidence) model.PatternEvidenceEdge {
			return model.PatternEvidenceEdge{Edge: model.Edge[model.PatternEvidence]{Cursor: cursor, Node: model.PatternEvidence{Trial: e, Project: p.Project}}}
		},
		func(ctx context.Context) (int, error) { return r.patterns.Catalog.CountEvidence(ctx, wanted) },
	)}, err
}

func evidenceEpisode(e patterns.Evidence) string { return e.Episode }

type patternEvidence struct{}

func (patternEvidence) Episode(ctx context.Context, e *model.PatternEvidence) (model.Episode, error) {
	return loadEpisode(ctx, e.Project, e.Trial.Episode)
}

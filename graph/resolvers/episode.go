package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/allowance"
)

func (q query) Episode(ctx context.Context, project, key string) (*model.Episode, error) {
	found, err := q.getEpisode(ctx, project, key)
	if err != nil {
		return nil, err
	}
	e := model.NewEpisode(found)
	return &e, nil
}

func (q query) Episodes(
	ctx context.Context, project string, filter *episodic.EpisodeFilter, deleted bool, first int, after *string,
) (*model.EpisodeConnection, error) {
	w, err := model.NewWindow("episodes", first, after)
	if err != nil {
		return nil, err
	}
	narrowed, err := narrow(filter)
	if err != nil {
		return nil, err
	}
	wanted := episodic.EpisodeQuery{Project: project, Filter: narrowed, Deleted: deleted, Page: w.Page()}
	found, err := allowance.Read(ctx, func(ctx context.Context) ([]episodic.Stored, error) {
		return q.episodes.Reading.List(ctx, wanted)
	})
	if err != nil {
		return nil, err
	}
	return &model.EpisodeConnection{Connection: model.Connect(w, found,
		func(s episodic.Stored) string { return s.SortKey },
		func(cursor string, s episodic.Stored) model.EpisodeEdge {
			return model.EpisodeEdge{Edge: model.Edge[model.Episode]{Cursor: cursor, Node: model.NewEpisode(s)}}
		},
		func(ctx context.Context) (int, error) { return q.episodes.Reading.Count(ctx, wanted) },
	)}, nil
}

// getEpisode reads the content of one episode that the answer keeps.
func (q query) getEpisode(ctx context.Context, project, key string) (episodic.Stored, error) {
	return allowance.Read(ctx, func(ctx context.Context) (episodic.Stored, error) {
		return q.episodes.Reading.Get(ctx, project, key)
	})
}

type episode struct{ *Root }

func (r episode) Brief(_ context.Context, e *model.Episode, budget int) (string, error) {
	told, err := r.episodes.Briefing.Brief(e.Record, budget)
	return told.Text, err
}

func (r episode) Note(ctx context.Context, e *model.Episode) (string, error) {
	linked, err := loadEpisodes(ctx, e.Project(), e.Episode.Named())
	if err != nil {
		return "", err
	}
	return r.exporter.EpisodeNote(e.Project(), e.Episode, linked)
}

func (episode) OutcomeOccurrence(ctx context.Context, e *model.Episode) (*model.EpisodeOutcome, error) {
	found, ok, err := batchesOf(ctx).occurrences.load(ctx, inProject{e.Project(), episodic.OccurrenceKey(e.Key(), episodic.OutcomeID)})
	if err != nil || !ok {
		return nil, err
	}
	return &model.EpisodeOutcome{Happening: model.Happening{Occurrence: found, Project: e.Project()}}, nil
}

func (episode) Mentions(ctx context.Context, e *model.Episode, first *int, offset int) ([]model.Mention, error) {
	return loadMentions(ctx, e.Project(), e.Key(), first, offset)
}

func (episode) Revisions(ctx context.Context, e *model.Episode, first *int, offset int) ([]model.Revision, error) {
	part, err := model.Slice(first, offset)
	if err != nil {
		return nil, err
	}
	if first == nil && e.Revision()-offset > episodic.MaxItems {
		return nil, model.TooLong(e.Revision())
	}
	found, _, err := batchesOf(ctx).revisions.load(ctx, revisionsOf{inProject{e.Project(), e.Key()}, part})
	return model.NewRevisions(found), err
}

func (episode) Access(ctx context.Context, e *model.Episode) (episodic.Access, error) {
	found, _, err := batchesOf(ctx).access.load(ctx, inProject{e.Project(), e.Key()})
	return found, err
}

func orEmpty[T any](v *T) T {
	if v == nil {
		var zero T
		return zero
	}
	return *v
}

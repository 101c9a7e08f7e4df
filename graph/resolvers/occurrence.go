package resolvers

import (
	"context"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Occurrence(ctx context.Context, project, key string) (model.Occurrence, error) {
	found, err := q.episodes.Reading.GetOccurrence(ctx, project, key)
	if err != nil {
		return nil, err
	}
	return model.NewOccurrence(project, found), nil
}

func (q query) Occurrences(
	ctx context.Context, project string, filter *episodic.OccurrenceFilter, first int, after *string,
) (*model.OccurrenceConnection, error) {
	w, err := model.NewWindow("occurrences", first, after)
	if err != nil {
		return nil, err
	}
	wanted := episodic.OccurrenceQuery{Project: project, Filter: orEmpty(filter), Page: w.Page()}
	wanted.Filter.Types = lower(wanted.Filter.Types)
	found, err := q.episodes.Reading.ListOccurrences(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return &model.OccurrenceConnection{Connection: model.Connect(w, found,
		occurrenceKey,
		func(cursor string, o episodic.Occurrence) model.OccurrenceEdge {
			return model.OccurrenceEdge{Edge: occurrenceEdge(cursor, project, o)}
		},
		func(ctx context.Context) (int, error) { return q.episodes.Reading.CountOccurrences(ctx, wanted) },
	)}, nil
}

func occurrenceEdge(cursor, project string, o episodic.Occurrence) model.Edge[model.Occurrence] {
	return model.Edge[model.Occurrence]{Cursor: cursor, Node: model.NewOccurrence(project, o)}
}

// lower spells the words of enums as the domain does.
func lower(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// occurrence answers for every type of occurrence what all have.
type occurrence[T interface{ Common() model.Happening }] struct{ *Root }

func (occurrence[T]) Episode(ctx context.Context, o T) (model.Episode, error) {
	e, err := holderOf(ctx, o.Common())
	return *e, err
}

// Factor returns nil for an occurrence that has none, or none yet.
func (occurrence[T]) Factor(ctx context.Context, o T) (*model.Factor, error) {
	at := o.Common()
	identity, ok, err := batchesOf(ctx).factorOf.load(ctx, inProject{at.Project, at.Key})
	if err != nil || !ok {
		return nil, err
	}
	return loadFactor(ctx, at.Project, identity.Key())
}

func (occurrence[T]) CausedBy(
	ctx context.Context, o T, filter *search.Follow, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Upstream, o.Common().Project, o.Common().Key, orEmpty(filter), first, offset)
}

func (occurrence[T]) LeadsTo(
	ctx context.Context, o T, filter *search.Follow, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Downstream, o.Common().Project, o.Common().Key, orEmpty(filter), first, offset)
}

func (occurrence[T]) Mentions(ctx context.Context, o T, first *int, offset int) ([]model.Mention, error) {
	return loadMentions(ctx, o.Common().Project, o.Common().Key, first, offset)
}

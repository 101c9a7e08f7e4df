package resolvers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Occurrence(ctx context.Context, project, key string) (*model.Occurrence, error) {
	found, err := q.episodes.Reading.GetOccurrence(ctx, project, key)
	if err != nil {
		return nil, err
	}
	return &model.Occurrence{Occurrence: found, Project: project}, nil
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
	return model.Edge[model.Occurrence]{Cursor: cursor, Node: model.Occurrence{Occurrence: o, Project: project}}
}

// lower spells the words of enums as the domain does.
func lower(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

type occurrence struct{ *Root }

func (occurrence) Episode(ctx context.Context, o *model.Occurrence) (model.Episode, error) {
	return loadEpisode(ctx, o.Project, o.Occurrence.Episode)
}

func (occurrence) Decision(ctx context.Context, o *model.Occurrence) (*model.Decision, error) {
	if o.Kind != episodic.KindDecision {
		return nil, nil
	}
	e, err := loadEpisode(ctx, o.Project, o.Occurrence.Episode)
	if err != nil {
		return nil, err
	}
	_, short, _ := episodic.SplitKey(o.Key)
	at := slices.IndexFunc(e.Episode.Decisions, func(d episodic.Decision) bool { return d.ID == short })
	if at < 0 {
		return nil, gone(o)
	}
	d := e.Decision(at)
	return &d, nil
}

func (occurrence) Event(ctx context.Context, o *model.Occurrence) (*model.Event, error) {
	if o.Kind != episodic.KindEvent {
		return nil, nil
	}
	e, err := loadEpisode(ctx, o.Project, o.Occurrence.Episode)
	if err != nil {
		return nil, err
	}
	_, short, _ := episodic.SplitKey(o.Key)
	at := slices.IndexFunc(e.Episode.Events, func(v episodic.Event) bool { return v.ID == short })
	if at < 0 {
		return nil, gone(o)
	}
	v := e.Event(at)
	return &v, nil
}

func (occurrence) CausedBy(
	ctx context.Context, o *model.Occurrence, relations []episodic.Relation, bases []episodic.Basis, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Upstream, o.Project, o.Key, relations, bases, first, offset)
}

func (occurrence) LeadsTo(
	ctx context.Context, o *model.Occurrence, relations []episodic.Relation, bases []episodic.Basis, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Downstream, o.Project, o.Key, relations, bases, first, offset)
}

func (occurrence) Mentions(ctx context.Context, o *model.Occurrence, first *int, offset int) ([]model.Mention, error) {
	return loadMentions(ctx, o.Project, o.Key, first, offset)
}

// gone is the answer when an episode was revised between two reads of one query.
func gone(o *model.Occurrence) error {
	return fmt.Errorf("occurrence %q: %w", o.Key, episodic.ErrNotFound)
}

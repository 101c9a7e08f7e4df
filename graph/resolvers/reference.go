package resolvers

import (
	"context"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Reference(
	ctx context.Context, project string, kind episodic.ReferenceKind, key string,
) (*model.Reference, error) {
	found, err := q.episodes.Reading.FindReference(ctx, project, kind, key)
	if err != nil {
		return nil, err
	}
	return &model.Reference{Reference: found, Project: project, Asked: strings.ToLower(key)}, nil
}

func (q query) References(
	ctx context.Context, project string, kind *episodic.ReferenceKind, prefix *string, first int, after *string,
) (*model.ReferenceConnection, error) {
	w, err := model.NewWindow("references", first, after)
	if err != nil {
		return nil, err
	}
	found, err := q.episodes.Reading.ListReferences(ctx, episodic.ReferenceQuery{
		Project: project, Kind: orEmpty(kind), Prefix: orEmpty(prefix), Page: w.Page(),
	})
	if err != nil {
		return nil, err
	}
	return &model.ReferenceConnection{Connection: model.Connect(w, found,
		func(c episodic.ReferenceCount) string { return string(c.Reference.Kind) + " " + c.Reference.Key },
		func(cursor string, c episodic.ReferenceCount) model.ReferenceEdge {
			node := model.Reference{Reference: c.Reference, Project: project}
			return model.ReferenceEdge{Edge: model.Edge[model.Reference]{Cursor: cursor, Node: node}}
		}, nil)}, nil
}

type reference struct{ *Root }

func (reference) EpisodeCount(ctx context.Context, r *model.Reference) (int, error) {
	found, _, err := batchesOf(ctx).references.load(ctx, referenceIn{r.Project, r.Reference})
	return found.Episodes, err
}

func (r reference) Mentions(ctx context.Context, ref *model.Reference, first int, after *string) (model.MentionConnection, error) {
	w, err := model.NewWindow("mentions of "+ref.ID(), first, after)
	if err != nil {
		return model.MentionConnection{}, err
	}
	found, err := r.mentions(ctx, ref, w.Page())
	return model.MentionConnection{Connection: model.Connect(w, found,
		func(m episodic.Mention) string { return m.By },
		func(cursor string, m episodic.Mention) model.MentionEdge {
			node := model.Mention{Mention: m, Project: ref.Project}
			return model.MentionEdge{Edge: model.Edge[model.Mention]{Cursor: cursor, Node: node}}
		}, nil)}, err
}

// mentions reads the first page of several references together, any other by itself.
func (r reference) mentions(ctx context.Context, ref *model.Reference, page episodic.Page) ([]episodic.Mention, error) {
	sha := ref.SHA()
	if page.After == "" && sha == "" {
		found, _, err := batchesOf(ctx).mentionsOf.load(ctx, mentionsOf{referenceIn{ref.Project, ref.Reference}, page.Limit})
		return found, err
	}
	return r.episodes.Reading.ListMentions(ctx, episodic.MentionQuery{Project: ref.Project, Reference: ref.Reference, SHA: sha, Page: page})
}

type mention struct{}

func (mention) Episode(ctx context.Context, m *model.Mention) (model.Episode, error) {
	return loadEpisode(ctx, m.Project, m.EpisodeKey())
}

func (mention) Occurrence(ctx context.Context, m *model.Mention) (model.Occurrence, error) {
	key, ok := m.OccurrenceKey()
	if !ok {
		return nil, nil
	}
	return loadOccurrence(ctx, m.Project, key)
}

package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
)

type linkResolver struct{}

func (linkResolver) Episode(ctx context.Context, l *model.Link) (model.Episode, error) {
	return loadEpisode(ctx, l.Project, l.Link.Episode)
}

type statedLink struct{}

func (statedLink) Source(ctx context.Context, l *model.LinkStatement) (model.Occurrence, error) {
	return loadOccurrence(ctx, l.Project(), l.SourceKey())
}

func (statedLink) Target(ctx context.Context, l *model.LinkStatement) (model.Occurrence, error) {
	return loadOccurrence(ctx, l.Project(), l.TargetKey())
}

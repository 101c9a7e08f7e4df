package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
)

type relatedEpisode struct{}

func (relatedEpisode) Episode(ctx context.Context, r *model.RelatedEpisode) (model.Episode, error) {
	return loadEpisode(ctx, r.Project, r.Related.Episode)
}

type relatedStep struct{}

func (relatedStep) From(ctx context.Context, s *model.RelatedStep) (model.Episode, error) {
	return loadEpisode(ctx, s.Project, s.Bridge.From)
}

func (relatedStep) To(ctx context.Context, s *model.RelatedStep) (model.Episode, error) {
	return loadEpisode(ctx, s.Project, s.Bridge.To)
}

func (relatedStep) FromOccurrence(ctx context.Context, s *model.RelatedStep) (model.Occurrence, error) {
	return loadEnd(ctx, s.Project, s.Bridge.FromKey)
}

func (relatedStep) ToOccurrence(ctx context.Context, s *model.RelatedStep) (model.Occurrence, error) {
	return loadEnd(ctx, s.Project, s.Bridge.ToKey)
}

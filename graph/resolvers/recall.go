package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Recall(
	ctx context.Context, project, text string, filter *episodic.EpisodeFilter, first, offset int,
) (*model.RecallAnswer, error) {
	if err := model.CheckFirst(first, episodic.MaxPage); err != nil {
		return nil, err
	}
	answer, err := q.episodes.Recall(ctx, episodic.RecallQuestion{
		Project: project, Text: text, Filter: orEmpty(filter), Limit: first, Offset: offset,
	})
	if err != nil {
		return nil, err
	}
	for _, h := range answer.Hits {
		batchesOf(ctx).episodes.prime(inProject{project, h.Episode}, h.Stored)
	}
	return &model.RecallAnswer{RecallAnswer: answer, Project: project}, nil
}

type recallHit struct{}

func (recallHit) Episode(ctx context.Context, h *model.RecallHit) (model.Episode, error) {
	return loadEpisode(ctx, h.Project, h.Hit.Episode)
}

func (recallHit) Occurrences(ctx context.Context, h *model.RecallHit) ([]model.Occurrence, error) {
	found, err := loadPresent(ctx, batchesOf(ctx).occurrences, h.Project, h.Hit.Best.Occurrences)
	return model.NewOccurrences(h.Project, found), err
}

package weaviateindex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// DeleteEpisodes implements [episodic.Index].
func (x *Index) DeleteEpisodes(ctx context.Context, at episodic.IndexGeneration, ids []string) error {
	if err := x.EnsureSchema(ctx); err != nil {
		return err
	}
	for some := range slices.Chunk(ids, batchEpisodes) {
		if err := x.deleteMatching(ctx, at, textIn(propEpisode, some)); err != nil {
			return err
		}
	}
	return nil
}

// deleteMatching removes every matching chunk; Weaviate removes a limited number per request.
func (x *Index) deleteMatching(ctx context.Context, at episodic.IndexGeneration, where *condition) error {
	for {
		var answer deletion
		err := x.write(ctx, "delete-chunks", func(ctx context.Context) (err error) {
			answer, err = x.rest.deleteObjects(ctx, x.opts.Collection, tenantOf(at), where)
			return err
		})
		switch {
		case errors.Is(err, errNoTenant):
			return nil
		case err != nil:
			x.forget(err)
			return err
		case answer.Results == nil:
			return errors.New("weaviate delete-chunks: the answer has no results")
		case answer.Results.Failed > 0:
			return fmt.Errorf("weaviate delete-chunks: %d of %d chunks stayed", answer.Results.Failed, answer.Results.Matches)
		case answer.Results.Matches < answer.Results.Limit || answer.Results.Matches == 0:
			return nil
		}
	}
}

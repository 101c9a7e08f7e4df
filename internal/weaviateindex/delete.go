package weaviateindex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/filters"
	"github.com/weaviate/weaviate/entities/models"

	"github.com/causeway-memory/causeway/episodic"
)

// DeleteEpisodes implements [episodic.Index].
func (x *Index) DeleteEpisodes(ctx context.Context, at episodic.Place, ids []string) error {
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

// deleteMatching removes every chunk that matches; Weaviate takes a bounded number at a time.
func (x *Index) deleteMatching(ctx context.Context, at episodic.Place, where *models.WhereFilter) error {
	for {
		var answer *models.BatchDeleteResponse
		err := x.write(ctx, "delete-chunks", func(ctx context.Context) (err error) {
			answer, err = x.client.Batch().ObjectsBatchDeleter().WithClassName(x.opts.Collection).
				WithTenant(tenantOf(at)).WithOutput("minimal").WithWhere(builder(where)).Do(ctx)
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

// builder gives a filter the form that the client's delete takes.
func builder(w *models.WhereFilter) *filters.WhereBuilder {
	b := filters.Where().WithOperator(filters.WhereOperator(w.Operator))
	if len(w.Path) > 0 {
		b = b.WithPath(w.Path)
	}
	switch {
	case w.ValueText != nil:
		b = b.WithValueText(*w.ValueText)
	case w.ValueTextArray != nil:
		b = b.WithValueText(w.ValueTextArray...)
	case w.ValueInt != nil:
		b = b.WithValueInt(*w.ValueInt)
	}
	if len(w.Operands) > 0 {
		b = b.WithOperands(mapped(w.Operands, builder))
	}
	return b
}

package weaviateindex

import (
	"context"
	"errors"
	"fmt"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/filters"
	"github.com/weaviate/weaviate/entities/models"
)

// DeleteEpisodes implements [episodic.Index].
func (x *Index) DeleteEpisodes(ctx context.Context, project string, ids []string) error {
	if err := x.EnsureSchema(ctx); err != nil {
		return err
	}
	for len(ids) > 0 {
		n := min(batchEpisodes, len(ids))
		if err := x.deleteMatching(ctx, project, textIn(propEpisode, ids[:n])); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

// DropProject implements [episodic.Index].
func (x *Index) DropProject(ctx context.Context, project string) error {
	if err := x.EnsureSchema(ctx); err != nil {
		return err
	}
	err := x.write(ctx, "drop-project", func(ctx context.Context) error {
		return x.client.Schema().TenantsDeleter().WithClassName(x.opts.Collection).
			WithTenants(tenantOf(project)).Do(ctx)
	})
	if errors.Is(err, errNoTenant) || errors.Is(err, errNoCollection) {
		x.forget(err)
		return nil
	}
	return err
}

// deleteMatching removes every chunk that matches; Weaviate takes a bounded number at a time.
func (x *Index) deleteMatching(ctx context.Context, project string, where *models.WhereFilter) error {
	for {
		var answer *models.BatchDeleteResponse
		err := x.write(ctx, "delete-chunks", func(ctx context.Context) (err error) {
			answer, err = x.client.Batch().ObjectsBatchDeleter().WithClassName(x.opts.Collection).
				WithTenant(tenantOf(project)).WithOutput("minimal").WithWhere(builder(where)).Do(ctx)
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

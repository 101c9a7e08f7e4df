package weaviateindex

import (
	"context"
	"errors"
	"fmt"

	"github.com/weaviate/weaviate/entities/models"

	"github.com/causeway-memory/causeway/episodic"
)

// CountChunks implements [episodic.Index].
func (x *Index) CountChunks(ctx context.Context, at episodic.Place) (n episodic.ChunkCount, err error) {
	if err = x.EnsureSchema(ctx); err != nil {
		return n, err
	}
	all := number(models.WhereFilterOperatorGreaterThanEqual, propNumber, 0)
	if n.Chunks, err = x.count(ctx, at, all); err != nil || n.Chunks == 0 {
		return n, err
	}
	n.Embedded, err = x.count(ctx, at, hasVector(episodic.VectorChunk))
	return n, err
}

// count returns how many chunks of a place match.
func (x *Index) count(ctx context.Context, at episodic.Place, where *models.WhereFilter) (int, error) {
	text := fmt.Sprintf("{Aggregate{%s(tenant:%s,where:%s){meta{count}}}}", x.opts.Collection, quoted(tenantOf(at)), graphql(where))
	n := 0
	err := x.write(ctx, "count-chunks", func(ctx context.Context) error {
		rows, err := x.ask(ctx, "Aggregate", text)
		if err != nil {
			return err
		}
		if len(rows) != 1 {
			return fmt.Errorf("the answer has %d counts", len(rows))
		}
		n = rows[0].nested("meta").number("count")
		return nil
	})
	if errors.Is(err, errNoTenant) {
		return 0, nil
	}
	if err != nil {
		x.forget(err)
	}
	return n, err
}

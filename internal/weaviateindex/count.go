package weaviateindex

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// CountChunks implements [episodic.Index].
func (x *Index) CountChunks(ctx context.Context, at episodic.IndexGeneration) (n episodic.ChunkCount, err error) {
	if err = x.EnsureSchema(ctx); err != nil {
		return n, err
	}
	all := number(opGreaterThanEqual, propNumber, 0)
	text := fmt.Sprintf("{Aggregate{%s %s}}", x.counting("chunks", at, all), x.counting("embedded", at, hasVector(episodic.VectorChunk)))
	err = x.write(ctx, "count-chunks", func(ctx context.Context) error {
		data, err := x.ask(ctx, text)
		if err != nil {
			return err
		}
		if n.Chunks, err = counted(data, "chunks"); err == nil {
			n.Embedded, err = counted(data, "embedded")
		}
		return err
	})
	if errors.Is(err, errNoTenant) {
		return episodic.ChunkCount{}, nil
	}
	if err != nil {
		x.forget(err)
	}
	return n, err
}

// counting returns a query, under a name, for the number of matching chunks of a generation.
func (x *Index) counting(name string, at episodic.IndexGeneration, where *condition) string {
	return fmt.Sprintf("%s:%s(tenant:%s,where:%s){meta{count}}", name, x.opts.Collection, quoted(tenantOf(at)), graphql(where))
}

// counted reads the result of that query.
func counted(data row, name string) (int, error) {
	rows, err := rowsOf(data, "Aggregate", name)
	if err != nil {
		return 0, err
	}
	if len(rows) != 1 {
		return 0, fmt.Errorf("the answer has %d counts", len(rows))
	}
	return rows[0].nested("meta").number("count"), nil
}

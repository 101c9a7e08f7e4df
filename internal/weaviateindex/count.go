package weaviateindex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// countsAtOnce is how many generations one request counts.
const countsAtOnce = 200

// CountChunks implements [episodic.Index].
func (x *Index) CountChunks(ctx context.Context, of []episodic.IndexGeneration) (map[episodic.IndexGeneration]episodic.ChunkCount, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	out := make(map[episodic.IndexGeneration]episodic.ChunkCount, len(of))
	for places := range slices.Chunk(of, countsAtOnce) {
		counts, err := x.countChunks(ctx, places)
		if err != nil {
			x.forget(err)
			return nil, err
		}
		for i, at := range places {
			out[at] = counts[i]
		}
	}
	return out, nil
}

// countChunks counts the chunks of some generations with one request.
func (x *Index) countChunks(ctx context.Context, of []episodic.IndexGeneration) ([]episodic.ChunkCount, error) {
	var text strings.Builder
	for i, at := range of {
		text.WriteString(x.counting(chunksOf(i), at, number(opGreaterThanEqual, propNumber, 0)))
		text.WriteString(x.counting(embeddedOf(i), at, hasVector(episodic.VectorChunk)))
	}
	var answer queryAnswer
	err := x.write(ctx, "count-chunks", func(ctx context.Context) (err error) {
		if answer, err = x.rest.query(ctx, fmt.Sprintf("{Aggregate{%s}}", &text)); err == nil {
			err = countingError(answer)
		}
		return err
	})
	out := make([]episodic.ChunkCount, len(of))
	for i := range of {
		if err == nil {
			out[i].Chunks, err = counted(answer.Data, chunksOf(i))
		}
		if err == nil {
			out[i].Embedded, err = counted(answer.Data, embeddedOf(i))
		}
	}
	return out, err
}

// countingError returns the first error in an answer other than that a generation was never written.
func countingError(answer queryAnswer) error {
	for len(answer.Errors) > 0 && errors.Is(known(graphqlError(answer)), errNoTenant) {
		answer.Errors = answer.Errors[1:]
	}
	return graphqlError(answer)
}

// The names of the two numbers of a generation in the answer.
func chunksOf(i int) string   { return fmt.Sprintf("chunks%d", i) }
func embeddedOf(i int) string { return fmt.Sprintf("embedded%d", i) }

// counting returns a query, under a name, for the number of matching chunks of a generation.
func (x *Index) counting(name string, at episodic.IndexGeneration, where *condition) string {
	return fmt.Sprintf("%s:%s(tenant:%s,where:%s){meta{count}} ", name, x.opts.Collection, quoted(tenantOf(at)), graphql(where))
}

// counted reads the result of that query; 0 if the generation was never written.
func counted(data row, name string) (int, error) {
	if value, answered := data.nested("Aggregate")[name]; answered && value == nil {
		return 0, nil
	}
	rows, err := rowsOf(data, "Aggregate", name)
	if err != nil {
		return 0, err
	}
	if len(rows) != 1 {
		return 0, fmt.Errorf("the answer has %d counts", len(rows))
	}
	return rows[0].nested("meta").number("count"), nil
}

package weaviateindex

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// maxResults is the depth to which Weaviate lets a ranked list be read.
const maxResults = 10_000

// depths returns how many chunks to request, in turn, until the first n are certain: 128 rows cost
// little more than 10.
func depths(n, atLeast int) []int {
	var depths []int
	for _, d := range []int{128, 1024, maxResults} {
		if d = max(d, atLeast); d >= n {
			depths = append(depths, min(d, maxResults))
		}
	}
	return depths
}

// Search implements [episodic.Index]. Chunks of equal score are ordered by their id, so the pages of
// one list fit together. It does not reach chunks beyond the best 10,000.
func (x *Index) Search(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	limit := pageLimit(q)
	where, possible := chunkFilter(q)
	if limit <= 0 || !possible || strings.TrimSpace(q.Terms) == "" {
		return nil, nil
	}
	arguments := fmt.Sprintf("bm25:{query:%s,properties:%s}", quoted(q.Terms), quoted([]string{propOwn + "^2", propAround}))
	if where != nil {
		arguments += ",where:" + graphql(where)
	}
	rows, err := x.best(ctx, ranking{"search", q.IndexGeneration, arguments, "score", depths(q.Offset+limit, x.opts.AtLeast)}, q.Offset+limit)
	if err != nil {
		return nil, err
	}
	return mapped(page(rows, q.Offset, limit), func(r row) episodic.ChunkHit {
		score, _ := strconv.ParseFloat(r.nested("_additional").text("score"), 64)
		return hit(r, score)
	}), nil
}

// pageLimit returns how many chunks of the ranked list are within reach; 0 if the offset is not.
func pageLimit(q episodic.ChunkQuery) int {
	if q.Offset < 0 {
		return 0
	}
	return min(q.Limit, maxResults-q.Offset)
}

// page returns a part of a list.
func page(rows []row, offset, limit int) []row {
	rows = rows[min(offset, len(rows)):]
	return rows[:min(limit, len(rows))]
}

// ranking is a ranked list of chunks, scored by a field of the additional properties.
type ranking struct {
	name      string
	at        episodic.IndexGeneration
	arguments string
	by        string
	// depths are how many chunks to request, in turn.
	depths []int
}

// best returns at least the n best chunks. When the server cuts a list, it picks chunks of equal score
// by age, so the cut must not fall among the chunks that share the last score of the result.
func (x *Index) best(ctx context.Context, of ranking, n int) (rows []row, err error) {
	fields := strings.Join([]string{propEpisode, propNumber, propPart, propText, propOccurrences, "_additional{" + of.by + "}"}, " ")
	for _, depth := range of.depths {
		rows, err = x.query(ctx, of.name, of.at, fmt.Sprintf("%s,limit:%d", of.arguments, depth), fields)
		if err != nil || len(rows) < depth || rows[n-1].nested("_additional")[of.by] != rows[depth-1].nested("_additional")[of.by] {
			return rows, err
		}
	}
	return rows, nil
}

// ListEpisodes implements [episodic.Index].
func (x *Index) ListEpisodes(ctx context.Context, at episodic.IndexGeneration) ([]string, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	const page = 1000
	var ids []string
	seen := map[string]bool{}
	for after := ""; ; {
		rows, err := x.query(ctx, "list", at,
			fmt.Sprintf("limit:%d,after:%s", page, quoted(after)), propEpisode+" _additional{id}")
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if id := r.text(propEpisode); !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
			after = r.nested("_additional").text("id")
		}
		if len(rows) < page {
			return ids, nil
		}
	}
}

// query reads chunks of one generation within the timeout of a search, which does not count the time
// spent waiting for other searches.
func (x *Index) query(ctx context.Context, name string, at episodic.IndexGeneration, arguments, fields string) ([]row, error) {
	if err := x.await(ctx, name); err != nil {
		return nil, err
	}
	defer x.searching.Release(1)
	return x.get(at, arguments, fields, func(send func(context.Context) error) error {
		return x.request(ctx, name, x.opts.SearchTimeout, send)
	})
}

// await waits for a slot among the searches. If the server answered nobody meanwhile, it hangs and is
// not asked again.
func (x *Index) await(ctx context.Context, name string) error {
	began := time.Now()
	if err := x.searching.Acquire(ctx, 1); err != nil {
		return domainError(ctx, name, err)
	}
	if time.Since(began) >= x.opts.SearchTimeout && x.lastAnswer.Load() < began.UnixNano() {
		x.searching.Release(1)
		return domainError(ctx, name, context.DeadlineExceeded)
	}
	return nil
}

// get reads chunks of one generation; request runs a function within a timeout. A generation that was
// never written has no chunks.
func (x *Index) get(at episodic.IndexGeneration, arguments, fields string, request func(send func(context.Context) error) error) ([]row, error) {
	text := fmt.Sprintf("{Get{%s(tenant:%s,%s){%s}}}", x.opts.Collection, quoted(tenantOf(at)), arguments, fields)
	var rows []row
	err := request(func(ctx context.Context) error {
		data, err := x.ask(ctx, text)
		if err != nil {
			return err
		}
		rows, err = rowsOf(data, "Get", x.opts.Collection)
		return err
	})
	if errors.Is(err, errNoTenant) {
		return nil, nil
	}
	if err != nil {
		x.forget(err)
	}
	return rows, err
}

// ask sends a query and returns its result, keyed by the words of the query.
func (x *Index) ask(ctx context.Context, text string) (row, error) {
	answer, err := x.rest.query(ctx, text)
	if err != nil {
		return nil, err
	}
	if err := graphqlError(answer); err != nil {
		return nil, err
	}
	return answer.Data, nil
}

// row is one object of a result, by property.
type row map[string]any

// rowsOf returns the objects below two keys of a result.
func rowsOf(data row, word, name string) ([]row, error) {
	list, ok := data.nested(word)[name].([]any)
	if !ok {
		return nil, fmt.Errorf("the answer has no %s of %s", word, name)
	}
	rows := make([]row, len(list))
	for i, v := range list {
		if rows[i], ok = v.(map[string]any); !ok {
			return nil, fmt.Errorf("object %d of the answer is a %T", i, v)
		}
	}
	return rows, nil
}

// text returns a property, empty if it is missing.
func (r row) text(property string) string {
	s, _ := r[property].(string)
	return s
}

// number returns a whole number, 0 if it is missing.
func (r row) number(property string) int {
	n, _ := r[property].(float64)
	return int(n)
}

// flag returns a boolean, false if it is missing.
func (r row) flag(property string) bool {
	b, _ := r[property].(bool)
	return b
}

// nested returns the object below a name, empty if it is missing.
func (r row) nested(name string) row {
	m, _ := r[name].(map[string]any)
	return m
}

func (r row) list(property string) []string {
	list, _ := r[property].([]any)
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func hit(r row, score float64) episodic.ChunkHit {
	return episodic.ChunkHit{
		Episode: r.text(propEpisode), Number: r.number(propNumber), Part: episodic.ChunkPart(r.text(propPart)), Text: r.text(propText),
		Occurrences: r.list(propOccurrences), Score: score,
	}
}

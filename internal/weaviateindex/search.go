package weaviateindex

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/weaviate/weaviate/entities/models"

	"github.com/causeway-memory/causeway/episodic"
)

// maxResults is how deep Weaviate lets a ranked list be read.
const maxResults = 10_000

// depths returns how many chunks to ask the server for, in turn, until the first n are
// certain: 128 rows cost little more than 10.
func (x *Index) depths(n int) []int {
	var depths []int
	for _, d := range []int{128, 1024, maxResults} {
		if d = max(d, x.opts.AtLeast); d >= n {
			depths = append(depths, min(d, maxResults))
		}
	}
	return depths
}

// Search implements [episodic.Index]. Chunks of equal score are ordered by their id, so
// that the pages of one list fit together. Chunks beyond the best 10,000 are not reached.
func (x *Index) Search(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	limit := min(q.Limit, maxResults-q.Offset)
	where, possible := episodeFilter(q.Filter)
	if limit <= 0 || q.Offset < 0 || !possible || strings.TrimSpace(q.Terms) == "" {
		return nil, nil
	}
	arguments := fmt.Sprintf("bm25:{query:%s,properties:%s}", quoted(q.Terms), quoted([]string{propOwn + "^2", propAround}))
	if where != nil {
		arguments += ",where:" + graphql(where)
	}
	rows, err := x.best(ctx, q.Project, arguments, q.Offset+limit)
	if err != nil {
		return nil, err
	}
	rows = rows[min(q.Offset, len(rows)):]
	return mapped(rows[:min(limit, len(rows))], hit), nil
}

// best returns at least the n best chunks. The server orders chunks of equal score by id
// but picks them by age when it cuts; so the cut must not fall among those that end the answer.
func (x *Index) best(ctx context.Context, project, arguments string, n int) (rows []row, err error) {
	fields := strings.Join([]string{propEpisode, propPart, propText, propOccurrences, "_additional{score}"}, " ")
	for _, depth := range x.depths(n) {
		rows, err = x.query(ctx, "search", project, fmt.Sprintf("%s,limit:%d", arguments, depth), fields)
		if err != nil || len(rows) < depth || rows[n-1].additional("score") != rows[depth-1].additional("score") {
			return rows, err
		}
	}
	return rows, nil
}

// ListEpisodes implements [episodic.Index].
func (x *Index) ListEpisodes(ctx context.Context, project string) ([]string, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	const page = 1000
	var ids []string
	seen := map[string]bool{}
	for after := ""; ; {
		rows, err := x.query(ctx, "list", project,
			fmt.Sprintf("limit:%d,after:%s", page, quoted(after)), propEpisode+" _additional{id}")
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if id := r.text(propEpisode); !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
			after = r.additional("id")
		}
		if len(rows) < page {
			return ids, nil
		}
	}
}

// query reads chunks of one project within the time of a search.
func (x *Index) query(ctx context.Context, name, project, arguments, fields string) ([]row, error) {
	return x.get(project, arguments, fields, func(send func(context.Context) error) error {
		return x.request(ctx, name, x.opts.SearchTimeout, send)
	})
}

// get reads chunks of one project; request runs what it is given within a time. A project
// without an index has none.
func (x *Index) get(project, arguments, fields string, request func(send func(context.Context) error) error) ([]row, error) {
	text := fmt.Sprintf("{Get{%s(tenant:%s,%s){%s}}}", x.opts.Collection, quoted(tenantOf(project)), arguments, fields)
	var rows []row
	err := request(func(ctx context.Context) error {
		answer, err := x.client.GraphQL().Raw().WithQuery(text).Do(ctx)
		if err != nil {
			return err
		}
		if err := graphqlError(answer); err != nil {
			return err
		}
		rows, err = rowsOf(answer, x.opts.Collection)
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

// row is one object of an answer, by property.
type row map[string]any

func rowsOf(answer *models.GraphQLResponse, collection string) ([]row, error) {
	get, ok := answer.Data["Get"].(map[string]any)
	if !ok {
		return nil, errors.New("the answer has no Get")
	}
	list, ok := get[collection].([]any)
	if !ok {
		return nil, fmt.Errorf("the answer has no %s", collection)
	}
	rows := make([]row, len(list))
	for i, v := range list {
		if rows[i], ok = v.(map[string]any); !ok {
			return nil, fmt.Errorf("object %d of the answer is a %T", i, v)
		}
	}
	return rows, nil
}

// text returns a property, empty when it is absent.
func (r row) text(property string) string {
	s, _ := r[property].(string)
	return s
}

// number returns a whole number, 0 when it is absent.
func (r row) number(property string) int {
	n, _ := r[property].(float64)
	return int(n)
}

func (r row) additional(name string) string {
	m, _ := r["_additional"].(map[string]any)
	return row(m).text(name)
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

func hit(r row) episodic.ChunkHit {
	score, _ := strconv.ParseFloat(r.additional("score"), 64)
	return episodic.ChunkHit{
		Episode: r.text(propEpisode), Part: episodic.ChunkPart(r.text(propPart)), Text: r.text(propText),
		Occurrences: r.list(propOccurrences), Score: score,
	}
}

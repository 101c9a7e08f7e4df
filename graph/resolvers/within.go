package resolvers

import (
	"context"
	"slices"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
)

// pageOf makes a page of a list that an answer holds whole. Its cursors name items, so a page
// begins after the same item also when the answer has changed; one that is no longer there is an
// [problem.InvalidError] at "after".
func pageOf[T, E any](
	list string, all []T, first int, after *string, key func(T) string, edge func(cursor string, item T) E,
) (model.Connection[E], error) {
	w, err := model.NewWindow(list, first, after)
	if err != nil {
		return model.Connection[E]{}, err
	}
	page, rest := w.Page(), all
	if page.After != "" {
		at := slices.IndexFunc(all, func(item T) bool { return key(item) == page.After })
		if at < 0 {
			return model.Connection[E]{}, problem.Refuse("after", "the answer has changed and has this item no more; begin with the first page")
		}
		rest = all[at+1:]
	}
	return model.Connect(w, rest[:min(len(rest), page.Limit)], key, edge,
		func(context.Context) (int, error) { return len(all), nil }), nil
}

// episodesOf loads the episodes of one page only; what was purged since the answer is left out.
func episodesOf(ctx context.Context, list, project string, keys []string, first int, after *string) (model.EpisodeConnection, error) {
	edges := map[string]model.EpisodeEdge{}
	page, err := pageOf(list, keys, first, after, func(key string) string { return key }, func(cursor, key string) string {
		edges[key] = model.EpisodeEdge{Edge: model.Edge[model.Episode]{Cursor: cursor}}
		return key
	})
	if err != nil {
		return model.EpisodeConnection{}, err
	}
	found, err := loadEpisodes(ctx, project, page.Edges)
	out := model.EpisodeConnection{Connection: model.Counted([]model.EpisodeEdge{}, page.PageInfo, len(keys))}
	for _, e := range found {
		edge := edges[e.Key()]
		edge.Node = e
		out.Edges = append(out.Edges, edge)
	}
	return out, err
}

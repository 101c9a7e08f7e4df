package resolvers

import (
	"context"
	"strconv"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns"
)

func (r pattern) History(ctx context.Context, p *model.Pattern, first int, after *string) (model.PatternChangeConnection, error) {
	w, err := model.NewWindow("history of "+p.Key, first, after)
	if err != nil {
		return model.PatternChangeConnection{}, err
	}
	found, err := r.patterns.Catalog.History(ctx, p.Project, p.Key, w.Page())
	return model.PatternChangeConnection{Connection: model.Connect(w, found, changeNumber,
		func(cursor string, c patterns.Change) model.PatternChangeEdge {
			return model.PatternChangeEdge{Edge: model.Edge[model.PatternChange]{Cursor: cursor, Node: model.PatternChange{Change: c}}}
		},
		func(ctx context.Context) (int, error) { return r.patterns.Catalog.CountHistory(ctx, p.Project, p.Key) },
	)}, err
}

func changeNumber(c patterns.Change) string { return strconv.Itoa(c.Number) }

package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

func (q query) Bootstrap(ctx context.Context, project string, budget int) (*model.Bootstrap, error) {
	found, err := q.patterns.Bootstrap.Bootstrap(ctx, project, budget)
	return &model.Bootstrap{Bootstrap: found, Project: project}, err
}

func (q query) PatternPath(
	ctx context.Context, project, from, to string, maxDepth int, relations []episodic.Relation,
) (*model.PatternPath, error) {
	found, err := q.patterns.Catalog.Path(ctx, catalog.PathQuestion{Project: project, From: from, To: to, MaxDepth: maxDepth, Relations: relations})
	return &model.PatternPath{PatternPath: found, Project: project}, err
}

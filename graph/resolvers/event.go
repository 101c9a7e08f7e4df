package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

type event struct{}

func (event) CausedBy(
	ctx context.Context, e *model.Event, relations []episodic.Relation, bases []episodic.Basis, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Upstream, e.Project(), e.Key(), relations, bases, first, offset)
}

func (event) LeadsTo(
	ctx context.Context, e *model.Event, relations []episodic.Relation, bases []episodic.Basis, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Downstream, e.Project(), e.Key(), relations, bases, first, offset)
}

func (event) Mentions(ctx context.Context, e *model.Event, first *int, offset int) ([]model.Mention, error) {
	return loadMentions(ctx, e.Project(), e.Key(), first, offset)
}

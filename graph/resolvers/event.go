package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

type event struct{}

func (event) CausedBy(
	ctx context.Context, e *model.Event, relations []episodic.Relation, bases []episodic.Basis,
) ([]model.Neighbour, error) {
	return loadLinks(ctx, search.Upstream, e.Project(), e.Key(), relations, bases)
}

func (event) LeadsTo(
	ctx context.Context, e *model.Event, relations []episodic.Relation, bases []episodic.Basis,
) ([]model.Neighbour, error) {
	return loadLinks(ctx, search.Downstream, e.Project(), e.Key(), relations, bases)
}

func (event) Mentions(ctx context.Context, e *model.Event) ([]model.Mention, error) {
	return loadMentions(ctx, e.Project(), e.Key())
}

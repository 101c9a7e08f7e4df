package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

type event struct{}

func (event) CausedBy(
	ctx context.Context, e *model.Event, relations []episodic.Relation, bases []episodic.Basis,
) ([]model.Neighbour, error) {
	return loadLinks(ctx, causal.Upstream, e.Project(), e.Key(), relations, bases)
}

func (event) LeadsTo(
	ctx context.Context, e *model.Event, relations []episodic.Relation, bases []episodic.Basis,
) ([]model.Neighbour, error) {
	return loadLinks(ctx, causal.Downstream, e.Project(), e.Key(), relations, bases)
}

func (event) Mentions(ctx context.Context, e *model.Event) ([]model.Mention, error) {
	return loadMentions(ctx, e.Project(), e.Key())
}

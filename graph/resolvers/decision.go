package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

type decisionResolver struct{}

func (decisionResolver) CausedBy(
	ctx context.Context, d *model.Decision, relations []episodic.Relation, bases []episodic.Basis, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Upstream, d.Project(), d.Key(), relations, bases, first, offset)
}

func (decisionResolver) LeadsTo(
	ctx context.Context, d *model.Decision, relations []episodic.Relation, bases []episodic.Basis, first *int, offset int,
) ([]model.Neighbor, error) {
	return loadLinks(ctx, search.Downstream, d.Project(), d.Key(), relations, bases, first, offset)
}

func (decisionResolver) Mentions(ctx context.Context, d *model.Decision, first *int, offset int) ([]model.Mention, error) {
	return loadMentions(ctx, d.Project(), d.Key(), first, offset)
}

package resolvers

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

// Decisions returns a part of the decisions, in the writer's order or by time.
func (episode) Decisions(_ context.Context, e *model.Episode, inTime bool, first *int, offset int) ([]model.Decision, error) {
	if !inTime {
		return e.Decisions(first, offset)
	}
	decisions := make([]model.Decision, e.DecisionCount())
	for i := range decisions {
		decisions[i] = e.Decision(i)
	}
	slices.SortStableFunc(decisions, byTime)
	return model.Part(decisions, first, offset)
}

// byTime puts the earlier first and the unknown last; a stable sort keeps the writer's
// order among equals.
func byTime(a, b model.Decision) int {
	if a.At.IsZero() || b.At.IsZero() {
		return cmp.Compare(b2i(a.At.IsZero()), b2i(b.At.IsZero()))
	}
	return a.At.Time.Compare(b.At.Time)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

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

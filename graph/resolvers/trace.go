package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (r occurrence[T]) Causes(
	ctx context.Context, o T, maxDepth int,
	filter *search.Follow, first int, after *string,
) (*model.ReachedOccurrenceConnection, error) {
	return r.trace(ctx, trace.Question{
		Project: o.Common().Project, Of: o.Common().Key, Direction: search.Upstream, MaxDepth: maxDepth,
		Follow: orEmpty(filter),
	}, first, after)
}

func (r occurrence[T]) Effects(
	ctx context.Context, o T, maxDepth int,
	filter *search.Follow, first int, after *string,
) (*model.ReachedOccurrenceConnection, error) {
	return r.trace(ctx, trace.Question{
		Project: o.Common().Project, Of: o.Common().Key, Direction: search.Downstream, MaxDepth: maxDepth,
		Follow: orEmpty(filter),
	}, first, after)
}

func (r *Root) trace(
	ctx context.Context, question trace.Question, first int, after *string,
) (*model.ReachedOccurrenceConnection, error) {
	if err := checkWalk(&question.MaxDepth, first, episodic.MaxPage); err != nil {
		return nil, err
	}
	w, err := model.NewWindow(string(question.Direction), first, after)
	if err != nil {
		return nil, err
	}
	question.Page = w.Page()
	found, err := r.causes.Trace.Trace(ctx, question)
	if err != nil {
		return nil, err
	}
	edge := func(cursor string, r trace.Reached) model.ReachedOccurrenceEdge {
		return model.ReachedOccurrenceEdge{Edge: occurrenceEdge(cursor, question.Project, r.Occurrence), Depth: r.Depth, Terminal: r.End}
	}
	return &model.ReachedOccurrenceConnection{Connection: model.Connect(w, found, func(r trace.Reached) string { return r.SortKey }, edge,
		func(ctx context.Context) (int, error) { return r.causes.Trace.CountTrace(ctx, question) })}, nil
}

package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Causes(
	ctx context.Context, project, of string, maxDepth int,
	relations []episodic.Relation, bases []episodic.Basis, first int, after *string,
) (*model.ReachedOccurrenceConnection, error) {
	return q.trace(ctx, trace.Question{
		Project: project, Of: of, Direction: search.Upstream, MaxDepth: maxDepth,
		Follow: search.Follow{Relations: relations, Bases: bases},
	}, first, after)
}

func (q query) Effects(
	ctx context.Context, project, of string, maxDepth int,
	relations []episodic.Relation, bases []episodic.Basis, first int, after *string,
) (*model.ReachedOccurrenceConnection, error) {
	return q.trace(ctx, trace.Question{
		Project: project, Of: of, Direction: search.Downstream, MaxDepth: maxDepth,
		Follow: search.Follow{Relations: relations, Bases: bases},
	}, first, after)
}

func (q query) trace(
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
	found, err := q.causes.Trace.Trace(ctx, question)
	if err != nil {
		return nil, err
	}
	edge := func(cursor string, r trace.Reached) model.ReachedOccurrenceEdge {
		return model.ReachedOccurrenceEdge{Edge: occurrenceEdge(cursor, question.Project, r.Occurrence), Depth: r.Depth, Terminal: r.End}
	}
	return &model.ReachedOccurrenceConnection{Connection: model.Connect(w, found, func(r trace.Reached) string { return r.SortKey }, edge,
		func(ctx context.Context) (int, error) { return q.causes.Trace.CountTrace(ctx, question) })}, nil
}

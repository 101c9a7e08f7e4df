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
) (*model.CauseConnection, error) {
	question := trace.Question{
		Project: project, Of: of, Direction: search.Upstream, MaxDepth: maxDepth,
		Follow: search.Follow{Relations: relations, Bases: bases},
	}
	c, err := traceConnection(ctx, q, question, first, after, func(cursor string, r trace.Reached) model.CauseEdge {
		return model.CauseEdge{Edge: occurrenceEdge(cursor, project, r.Occurrence), Depth: r.Depth, IsRoot: r.End}
	})
	if err != nil {
		return nil, err
	}
	return &model.CauseConnection{Connection: c}, nil
}

func (q query) Effects(
	ctx context.Context, project, of string, maxDepth int,
	relations []episodic.Relation, bases []episodic.Basis, first int, after *string,
) (*model.EffectConnection, error) {
	question := trace.Question{
		Project: project, Of: of, Direction: search.Downstream, MaxDepth: maxDepth,
		Follow: search.Follow{Relations: relations, Bases: bases},
	}
	c, err := traceConnection(ctx, q, question, first, after, func(cursor string, r trace.Reached) model.EffectEdge {
		return model.EffectEdge{Edge: occurrenceEdge(cursor, project, r.Occurrence), Depth: r.Depth, IsFinal: r.End}
	})
	if err != nil {
		return nil, err
	}
	return &model.EffectConnection{Connection: c}, nil
}

func traceConnection[E any](
	ctx context.Context, q query, question trace.Question, first int, after *string,
	edge func(cursor string, r trace.Reached) E,
) (model.Connection[E], error) {
	var none model.Connection[E]
	if err := checkWalk(&question.MaxDepth, first, episodic.MaxPage); err != nil {
		return none, err
	}
	w, err := model.NewWindow(string(question.Direction), first, after)
	if err != nil {
		return none, err
	}
	question.Page = w.Page()
	found, err := q.causes.Trace.Trace(ctx, question)
	if err != nil {
		return none, err
	}
	return model.Connect(w, found, func(r trace.Reached) string { return r.SortKey }, edge,
		func(ctx context.Context) (int, error) { return q.causes.Trace.CountTrace(ctx, question) }), nil
}

package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) Causes(
	ctx context.Context, project, of string, maxDepth int,
	relations []episodic.Relation, bases []episodic.Basis, first int, after *string,
) (*model.CauseConnection, error) {
	question := causal.TraceQuestion{
		Project: project, Of: of, Direction: causal.Upstream, MaxDepth: maxDepth,
		Follow: causal.Follow{Relations: relations, Bases: bases},
	}
	c, err := trace(ctx, q, question, first, after, func(cursor string, r causal.Reached) model.CauseEdge {
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
	question := causal.TraceQuestion{
		Project: project, Of: of, Direction: causal.Downstream, MaxDepth: maxDepth,
		Follow: causal.Follow{Relations: relations, Bases: bases},
	}
	c, err := trace(ctx, q, question, first, after, func(cursor string, r causal.Reached) model.EffectEdge {
		return model.EffectEdge{Edge: occurrenceEdge(cursor, project, r.Occurrence), Depth: r.Depth, IsFinal: r.End}
	})
	if err != nil {
		return nil, err
	}
	return &model.EffectConnection{Connection: c}, nil
}

func trace[E any](
	ctx context.Context, q query, question causal.TraceQuestion, first int, after *string,
	edge func(cursor string, r causal.Reached) E,
) (model.Connection[E], error) {
	var none model.Connection[E]
	if err := checkWalk(question.MaxDepth, first, episodic.MaxPage); err != nil {
		return none, err
	}
	w, err := model.NewWindow(string(question.Direction), first, after)
	if err != nil {
		return none, err
	}
	question.Page = w.Page()
	found, err := q.causes.Trace(ctx, question)
	if err != nil {
		return none, err
	}
	return model.Connect(w, found, func(r causal.Reached) string { return r.SortKey }, edge,
		func(ctx context.Context) (int, error) { return q.causes.CountTrace(ctx, question) }), nil
}

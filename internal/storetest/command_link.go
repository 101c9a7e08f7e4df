package storetest

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
)

// Shortest asks for the first shortest path between each pair of ends.
type Shortest struct {
	Project   int
	From, To  []string
	Depth     int
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Limit     int
}

func (c Shortest) search(w *world) trace.PathSearch {
	return trace.PathSearch{
		Project: w.project(c.Project), From: c.From, To: c.To, Depth: c.Depth, Limit: c.Limit,
		Relations: orAll(c.Relations, episodic.CausalRelations()), Bases: orAll(c.Bases, episodic.Bases()),
	}
}

func (c Shortest) run(ctx context.Context, w *world) (any, error) {
	return w.graph.ShortestPaths(ctx, c.search(w))
}

// Subgraph asks for the links on the walks between some ends.
type Subgraph Shortest

func (c Subgraph) run(ctx context.Context, w *world) (any, error) {
	hops, more, err := w.graph.Subgraph(ctx, Shortest(c).search(w))
	return map[string]any{"hops": hops, "more": more}, err
}

// Path asks as a user does: by keys or parts of labels, in one of the modes.
type Path struct {
	Project   int
	From, To  string
	Mode      trace.Mode
	Depth     int
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Limit     int
}

func (c Path) run(ctx context.Context, w *world) (any, error) {
	return w.paths.Path(ctx, trace.PathQuestion{
		Project: w.project(c.Project), From: c.From, To: c.To, Mode: c.Mode, MaxDepth: c.Depth, Limit: c.Limit,
		Follow: search.Follow{Relations: c.Relations, Bases: c.Bases},
	})
}

// Trace reads all pages of the causes or effects of an occurrence, and their count.
type Trace struct {
	Project   int
	Of        string
	Direction search.Direction
	Depth     int
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Size      int
}

func (c Trace) run(ctx context.Context, w *world) (any, error) {
	q := trace.Question{
		Project: w.project(c.Project), Of: c.Of, Direction: c.Direction, MaxDepth: c.Depth,
		Follow: follow(c.Relations, c.Bases),
	}
	found, err := pages(c.Size, func(p episodic.Page) ([]trace.Reached, error) {
		q.Page = p
		return w.graph.Trace(ctx, q)
	}, func(r trace.Reached) string { return r.SortKey })
	if err != nil {
		return nil, err
	}
	for i := range found {
		if found[i].SortKey == "" {
			return nil, fmt.Errorf("%s has no cursor", found[i].Occurrence.Key)
		}
		found[i].SortKey = ""
	}
	n, err := w.graph.CountTrace(ctx, q)
	return map[string]any{"reached": found, "count": n}, err
}

func follow(relations []episodic.Relation, bases []episodic.Basis) search.Follow {
	return search.Follow{Relations: orAll(relations, episodic.CausalRelations()), Bases: orAll(bases, episodic.Bases())}
}

// Neighbors asks for the links at occurrences.
type Neighbors struct {
	Project   int
	Keys      []string
	Direction search.Direction
	Relations []episodic.Relation
	Bases     []episodic.Basis
}

func (c Neighbors) run(ctx context.Context, w *world) (any, error) {
	return w.graph.Neighbors(ctx, w.project(c.Project), c.Keys, c.Direction, follow(c.Relations, c.Bases))
}

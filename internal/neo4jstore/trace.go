package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/cypher"
)

// Trace implements [causal.Store].
func (s *Store) Trace(ctx context.Context, q causal.TraceQuestion) ([]causal.Reached, error) {
	statement := cypher.TraceDownstream
	if q.Direction == causal.Upstream {
		statement = cypher.TraceUpstream
	}
	depth, key, err := causal.ReadReachedKey(q.Page.After)
	if err != nil {
		return nil, err
	}
	p := traceParams(q)
	p["afterDepth"], p["afterKey"], p["limit"] = depth, key, q.Page.Limit
	out, err := read(ctx, s, statement, p, func(r *row) causal.Reached {
		o, depth := r.occurrence(), r.integer("depth")
		return causal.Reached{Occurrence: o, Depth: depth, End: r.flag("last"), SortKey: causal.ReachedKey(depth, o.Key)}
	})
	if err != nil {
		return nil, fmt.Errorf("trace %s of %s: %w", q.Direction, q.Of, err)
	}
	return out, nil
}

// CountTrace implements [causal.Store].
func (s *Store) CountTrace(ctx context.Context, q causal.TraceQuestion) (int, error) {
	statement := cypher.CountTraceDownstream
	if q.Direction == causal.Upstream {
		statement = cypher.CountTraceUpstream
	}
	n, err := s.count(ctx, statement, traceParams(q))
	if err != nil {
		return 0, fmt.Errorf("count %s of %s: %w", q.Direction, q.Of, err)
	}
	return n, nil
}

func traceParams(q causal.TraceQuestion) params {
	return params{
		"project": q.Project, "of": q.Of, "depth": q.MaxDepth,
		"types": relationTypes(q.Follow.Relations), "bases": texts(q.Follow.Bases),
	}
}

// Neighbours implements [causal.Store].
func (s *Store) Neighbours(
	ctx context.Context, project string, keys []string, d causal.Direction, follow causal.Follow,
) (map[string][]causal.Neighbour, error) {
	statement := cypher.ListLinksFrom
	if d == causal.Upstream {
		statement = cypher.ListLinksTo
	}
	p := params{
		"project": project, "keys": distinct(keys),
		"types": relationTypes(follow.Relations), "bases": texts(follow.Bases),
	}
	found, err := read(ctx, s, statement, p, func(r *row) keyed[causal.Neighbour] {
		return keyed[causal.Neighbour]{r.text("of"), causal.Neighbour{Occurrence: r.nested("node").occurrence(), Link: r.nested("link").link()}}
	})
	if err != nil {
		return nil, fmt.Errorf("list the links at %d occurrences: %w", len(keys), err)
	}
	out := map[string][]causal.Neighbour{}
	for _, n := range found {
		out[n.key] = append(out[n.key], n.value)
	}
	return out, nil
}

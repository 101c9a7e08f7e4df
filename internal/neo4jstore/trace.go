package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/cypher"
)

// Trace implements [trace.Store].
func (s *Store) Trace(ctx context.Context, q trace.Question) ([]trace.Reached, error) {
	statement := cypher.TraceDownstream
	if q.Direction == search.Upstream {
		statement = cypher.TraceUpstream
	}
	depth, key, err := trace.ReadReachedKey(q.Page.After)
	if err != nil {
		return nil, err
	}
	p := traceParams(q)
	p["afterDepth"], p["afterKey"], p["limit"] = depth, key, q.Page.Limit
	out, err := read(ctx, s, statement, p, func(r *row) trace.Reached {
		o, depth := r.occurrence(), r.integer("depth")
		return trace.Reached{Occurrence: o, Depth: depth, End: r.flag("last"), SortKey: trace.ReachedKey(depth, o.Key)}
	})
	if err != nil {
		return nil, fmt.Errorf("trace %s of %s: %w", q.Direction, q.Of, err)
	}
	return out, nil
}

// CountTrace implements [trace.Store].
func (s *Store) CountTrace(ctx context.Context, q trace.Question) (int, error) {
	statement := cypher.CountTraceDownstream
	if q.Direction == search.Upstream {
		statement = cypher.CountTraceUpstream
	}
	n, err := s.count(ctx, statement, traceParams(q))
	if err != nil {
		return 0, fmt.Errorf("count %s of %s: %w", q.Direction, q.Of, err)
	}
	return n, nil
}

func traceParams(q trace.Question) params {
	return params{
		"project": q.Project, "of": q.Of, "depth": q.MaxDepth,
		"types": relationTypes(q.Follow.Relations), "bases": texts(q.Follow.Bases),
	}
}

// Neighbors implements [trace.Store].
func (s *Store) Neighbors(
	ctx context.Context, project string, keys []string, d search.Direction, follow search.Follow,
) (map[string][]trace.Neighbor, error) {
	statement := cypher.ListLinksFrom
	if d == search.Upstream {
		statement = cypher.ListLinksTo
	}
	p := params{
		"project": project, "keys": distinct(keys),
		"types": relationTypes(follow.Relations), "bases": texts(follow.Bases),
	}
	found, err := read(ctx, s, statement, p, func(r *row) keyed[trace.Neighbor] {
		return keyed[trace.Neighbor]{r.text("of"), trace.Neighbor{Occurrence: r.nested("node").occurrence(), Link: r.nested("link").link()}}
	})
	if err != nil {
		return nil, fmt.Errorf("list the links at %d occurrences: %w", len(keys), err)
	}
	out := map[string][]trace.Neighbor{}
	for _, n := range found {
		out[n.key] = append(out[n.key], n.value)
	}
	return out, nil
}

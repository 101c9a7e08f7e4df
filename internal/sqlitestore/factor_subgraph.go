package sqlitestore

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
)

var (
	//go:embed sql/causal/list_edges_downstream.sql
	listEdgesDownstream statement
	//go:embed sql/causal/list_edges_upstream.sql
	listEdgesUpstream statement
	//go:embed sql/causal/first_edges_downstream.sql
	firstEdgesDownstream statement
	//go:embed sql/causal/first_edges_upstream.sql
	firstEdgesUpstream statement
)

// FactorSubgraph implements [derive.Store].
func (s *Store) FactorSubgraph(ctx context.Context, q search.FactorSearch) (links []link.FactorLink, more bool, err error) {
	err = s.viewLinks(ctx, q.Project, func(t *tx, l factorLayer) error {
		e := &edges{tx: t, layer: l.number, follow: followFactors(q.Follow), numbers: map[string]int64{}, keys: map[int64]string{}}
		var keys []string
		if keys, more, err = search.Walks(q, e.next); err != nil || len(keys) == 0 {
			return err
		}
		found, err := t.factorLinks(getFactorLinks, params{"layer": l.number, "keys": keys}, map[int64]factor.Identity{}, nil)
		for _, one := range found {
			links = append(links, one.FactorLink)
		}
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("find the links between %d and %d factors: %w", len(q.From), len(q.To), err)
	}
	return links, more, nil
}

// edges lists the edges at factors. It remembers the numbers of the factors that it has met.
type edges struct {
	*tx
	layer   int64
	follow  params
	numbers map[string]int64
	keys    map[int64]string
}

// next is a [search.NextEdges]. Most levels are small: then their order does not matter.
func (e *edges) next(keys []string, d search.Direction, limit int) ([]search.FactorEdge, error) {
	factors, err := e.find(keys)
	if err != nil {
		return nil, err
	}
	st, first := listEdgesDownstream, firstEdgesDownstream
	if d == search.Upstream {
		st, first = listEdgesUpstream, firstEdgesUpstream
	}
	e.follow["factors"], e.follow["limit"] = factors, limit
	var out []search.FactorEdge
	if len(factors) != 1 {
		if out, err = e.read(st, d, nil); err != nil || len(out) < limit {
			return out, err
		}
		out = out[:0]
	}
	for _, n := range factors {
		e.follow["factor"] = n
		if out, err = e.read(first, d, out); err != nil {
			return nil, err
		}
		if len(out) > 2*limit {
			slices.SortFunc(out, compareEdges)
			out = out[:limit]
		}
	}
	slices.SortFunc(out, compareEdges)
	return out[:min(len(out), limit)], nil
}

// find returns the numbers of factors; unknown ones are left out.
func (e *edges) find(keys []string) ([]int64, error) {
	var ask []string
	for _, key := range keys {
		if e.numbers[key] == 0 {
			ask = append(ask, key)
		}
	}
	if len(ask) > 0 {
		found, err := e.factorNumbers(e.layer, ask)
		if err != nil {
			return nil, err
		}
		for key, n := range found {
			e.numbers[key], e.keys[n] = n, key
		}
	}
	return named(e.numbers, keys), nil
}

// read adds the edges that a statement returns.
func (e *edges) read(st statement, d search.Direction, out []search.FactorEdge) ([]search.FactorEdge, error) {
	err := e.query(st, e.follow, func(r *row) {
		next, key := r.int64("next"), r.text("next_key")
		e.numbers[key], e.keys[next] = next, key
		edge := search.FactorEdge{Link: r.text("link"), From: e.keys[r.int64("at")], To: key}
		if d == search.Upstream {
			edge.From, edge.To = edge.To, edge.From
		}
		out = append(out, edge)
	})
	return out, err
}

// compareEdges orders edges by the key of the link.
func compareEdges(a, b search.FactorEdge) int {
	return cmp.Or(strings.Compare(a.Link, b.Link), strings.Compare(a.From, b.From))
}

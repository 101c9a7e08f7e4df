package neo4jstore

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/cypher"
)

// The most links that the statements for short and near subgraphs follow: the bound of a
// pattern cannot be a parameter, and what is not followed costs nothing.
const (
	shortDepth = 5
	nearDepth  = 10
)

// enoughTies is how many equally short paths of a pair the server compares itself.
const enoughTies = 64

// maxTieHops bounds the subgraph that more of them are read from.
const maxTieHops = 20_000

// ShortestPaths implements [trace.Store].
func (s *Store) ShortestPaths(ctx context.Context, q trace.PathSearch) ([]trace.Path, error) {
	paths, crowded, err := s.shortest(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("find shortest paths: %w", err)
	}
	for _, i := range crowded {
		if paths[i], err = s.firstOf(ctx, q, paths[i]); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(paths, trace.ComparePaths)
	return paths[:min(len(paths), q.Limit)], nil
}

// shortest returns one path for each pair of ends, and which of them may not be the first of
// its kind.
func (s *Store) shortest(ctx context.Context, q trace.PathSearch) (paths []trace.Path, crowded []int, err error) {
	p := searchParams(q)
	p["enough"] = enoughTies
	steps, err := read(ctx, s, cypher.FindShortestPaths, p, func(r *row) pathStep {
		return pathStep{
			Hop:    trace.Hop{From: r.nested("source").occurrence(), To: r.nested("target").occurrence(), Link: r.strongest("links")},
			number: r.integer("step"), ties: r.integer("ties"),
		}
	})
	for _, step := range steps {
		if step.number == 1 {
			if step.ties == enoughTies {
				crowded = append(crowded, len(paths))
			}
			paths = append(paths, trace.Path{From: step.From})
		}
		p := &paths[len(paths)-1]
		p.Hops, p.To = append(p.Hops, step.Hop), step.To
	}
	return paths, crowded, err
}

// pathStep is one hop of a path with its place from 1, and how many paths are as short.
type pathStep struct {
	trace.Hop

	number, ties int
}

// firstOf returns the first of the paths that are as short as this one. Every walk of that
// length between its ends is one, and the subgraph of walks knows no parallel paths.
func (s *Store) firstOf(ctx context.Context, q trace.PathSearch, p trace.Path) (trace.Path, error) {
	q.From, q.To = []string{p.From.Key}, []string{p.To.Key}
	q.Depth, q.Limit = p.Length(), maxTieHops
	hops, _, err := s.Subgraph(ctx, q)
	if err != nil {
		return p, err
	}
	if first, _ := trace.SimplePaths(hops, q.From, q.To, q.Depth, 1); len(first) == 1 {
		return first[0], nil
	}
	return p, nil
}

// strongest reads parallel links and returns the one that a path carries.
func (r *row) strongest(name string) trace.Link {
	links := r.rows(name)
	if len(links) == 0 {
		return trace.Link{}
	}
	best := links[0].link()
	for _, other := range links[1:] {
		if link := other.link(); trace.CompareLinks(link, best) < 0 {
			best = link
		}
	}
	return best
}

func searchParams(q trace.PathSearch) params {
	return params{
		"project": q.Project, "from": distinct(q.From), "to": distinct(q.To), "depth": q.Depth,
		"types": relationTypes(q.Relations), "bases": texts(q.Bases),
	}
}

// texts turns typed words into plain ones.
func texts[W ~string](list []W) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// Subgraph implements [trace.Store].
func (s *Store) Subgraph(ctx context.Context, q trace.PathSearch) (hops []trace.Hop, more bool, err error) {
	statement := cypher.FindSubgraphFar
	switch {
	case q.Depth <= shortDepth:
		statement = cypher.FindSubgraphShort
	case q.Depth <= nearDepth:
		statement = cypher.FindSubgraphNear
	}
	p := searchParams(q)
	// Every node but a beginning has a hop that leads to it, so that more nodes than these
	// have more hops than the limit.
	enough := q.Limit + len(q.From)
	p["limit"] = enough + 1
	nodes, err := read(ctx, s, statement, p, (*row).walkNode)
	if err != nil {
		return nil, false, fmt.Errorf("find the links between %d and %d occurrences: %w", len(q.From), len(q.To), err)
	}
	hops = trace.JoinHops(nodes, q.Depth)
	if len(nodes) > enough || len(hops) > q.Limit {
		return hops[:min(len(hops), q.Limit)], true, nil
	}
	return hops, false, nil
}

func (r *row) walkNode() trace.WalkNode {
	n := trace.WalkNode{
		Occurrence: r.nested("node").occurrence(), Ahead: r.integer("ahead"), Behind: r.integer("behind"),
	}
	for _, l := range r.rows("links") {
		n.Links = append(n.Links, l.link())
		n.Targets = append(n.Targets, l.text("target"))
	}
	return n
}

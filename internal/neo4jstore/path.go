package neo4jstore

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// The most links that the statements for short and near subgraphs follow: the bound of a
// pattern cannot be a parameter, and what is not followed costs nothing.
const (
	shortDepth = 5
	nearDepth  = 10
)

// maxShortestHops bounds the subgraph that all shortest paths are read from.
const maxShortestHops = 20_000

// ShortestPaths implements [causal.Store]. One path a pair is found by the server alone. For
// all of them the server says how short they are and returns the subgraph of walks of that
// length; every walk in it is a shortest path. Asked for paths directly, the server would
// count parallel links as different paths: two links at each of 62 steps make 2^62.
func (s *Store) ShortestPaths(ctx context.Context, q causal.PathSearch) ([]causal.Path, error) {
	one, err := s.shortest(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("find shortest paths: %w", err)
	}
	if !q.All || len(one) == 0 {
		return one[:min(len(one), q.Limit)], nil
	}
	least := q
	least.Depth, least.Limit = one[0].Length(), maxShortestHops
	hops, _, err := s.Subgraph(ctx, least)
	if err != nil {
		return nil, err
	}
	paths, _ := causal.SimplePaths(hops, q.From, q.To, least.Depth, q.Limit)
	return paths, nil
}

// shortest returns one path for each pair of ends, shortest first.
func (s *Store) shortest(ctx context.Context, q causal.PathSearch) ([]causal.Path, error) {
	var paths []causal.Path
	err := s.read(ctx, cypher.FindShortestPaths, searchParams(q), func(r *row) {
		hop := causal.Hop{From: r.nested("source").occurrence(), To: r.nested("target").occurrence(), Link: r.strongest("links")}
		if r.integer("step") == 1 {
			paths = append(paths, causal.Path{From: hop.From})
		}
		p := &paths[len(paths)-1]
		p.Hops, p.To = append(p.Hops, hop), hop.To
	})
	slices.SortStableFunc(paths, causal.ComparePaths)
	return paths, err
}

// strongest reads parallel links and returns the one that a path carries.
func (r *row) strongest(name string) causal.Link {
	links := r.rows(name)
	if len(links) == 0 {
		return causal.Link{}
	}
	best := links[0].link()
	for _, other := range links[1:] {
		if link := other.link(); causal.CompareLinks(link, best) < 0 {
			best = link
		}
	}
	return best
}

func searchParams(q causal.PathSearch) params {
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

// node is an occurrence of a subgraph with its distances and the links that leave it.
type node struct {
	occurrence    episodic.Occurrence
	ahead, behind int
	links         []causal.Link
	targets       []string
}

// Subgraph implements [causal.Store].
func (s *Store) Subgraph(ctx context.Context, q causal.PathSearch) (hops []causal.Hop, more bool, err error) {
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
	var nodes []node
	err = s.read(ctx, statement, p, func(r *row) { nodes = append(nodes, r.node()) })
	if err != nil {
		return nil, false, fmt.Errorf("find the links between %d and %d occurrences: %w", len(q.From), len(q.To), err)
	}
	hops = join(nodes, q.Depth)
	if len(nodes) > enough || len(hops) > q.Limit {
		return hops[:min(len(hops), q.Limit)], true, nil
	}
	return hops, false, nil
}

func (r *row) node() node {
	n := node{occurrence: r.nested("node").occurrence(), ahead: r.integer("ahead"), behind: r.integer("behind")}
	for _, l := range r.rows("links") {
		n.links = append(n.links, l.link())
		n.targets = append(n.targets, l.text("target"))
	}
	return n
}

// join makes hops of the links that stay inside the nodes and lie on a walk of at most
// depth links. Nodes on short walks come first, and their hops with them.
func join(nodes []node, depth int) []causal.Hop {
	at := make(map[string]*node, len(nodes))
	for i := range nodes {
		at[nodes[i].occurrence.Key] = &nodes[i]
	}
	var hops []causal.Hop
	for _, n := range nodes {
		for i, link := range n.links {
			if to, in := at[n.targets[i]]; in && n.ahead+1+to.behind <= depth {
				hops = append(hops, causal.Hop{From: n.occurrence, To: to.occurrence, Link: link})
			}
		}
	}
	return hops
}

package paths

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// maxRelaxed is the maximum number of arcs that one search for the strongest paths examines (about a
// second), maxTaken that of the paths, composed ones included.
const (
	maxRelaxed = 20_000_000
	maxTaken   = 1_000
)

// best returns at most limit strongest paths of at most depth links without a repeated factor. It is
// Yen's algorithm (1971) over a table by remaining links, which Dijkstra's algorithm does not have. Of
// equally strong paths the shorter comes first, then the one with the lesser keys. It finds paths in
// the order of what they could reach over their strongest parallel links, and takes of those the
// chains. more says that the search stopped early, because of its work or because ctx ended.
func (n *searchGraph) best(ctx context.Context, from, to []int, depth, limit int) (paths []Path, more bool) {
	routes, more := n.bestRoutes(ctx, from, to, depth, limit)
	for _, r := range routes {
		paths = append(paths, n.path(r.steps))
	}
	return paths, more
}

// bestRoutes is best with the numbers of the graph.
func (n *searchGraph) bestRoutes(ctx context.Context, from, to []int, depth, limit int) (chains []route, more bool) {
	y := &yen{distanceTable: distanceTable{graph: n, to: to, cost: func(a arc) int64 { return a.cost }}, known: map[string]bool{}}
	y.free = y.tabulate(nil, depth)
	for _, start := range from {
		y.spur(route{nodes: []int{start}}, depth)
	}
	for len(y.candidates) > 0 && !more {
		first := slices.MinFunc(y.candidates, compareRoutes)
		if len(chains) >= limit && compareRoutes(chains[limit-1], first) <= 0 {
			break
		}
		y.candidates = slices.DeleteFunc(y.candidates, func(r route) bool { return compareRoutes(r, first) == 0 })
		y.taken = append(y.taken, first)
		if chain, is := n.chain(first); is {
			chains = append(chains, chain)
			slices.SortFunc(chains, compareRoutes)
		}
		more = len(y.taken) >= maxTaken
		for i := range first.nodes {
			if len(chains) >= limit && compareRoutes(chains[limit-1], first) <= 0 {
				break
			}
			if more = more || y.work > maxRelaxed || ctx.Err() != nil; more {
				break
			}
			y.spur(y.prefix(first, i), depth-i)
		}
	}
	return chains[:min(limit, len(chains))], more
}

// chain returns the strongest chain along the factors of a route, over whichever parallel links.
func (n *searchGraph) chain(r route) (chain route, is bool) {
	if n.next == nil {
		return r, true
	}
	open := []route{{nodes: r.nodes}}
	for i, step := range r.steps {
		at := n.out[r.nodes[i]][slices.IndexFunc(n.out[r.nodes[i]], func(a arc) bool { return a.step == step })]
		var next []route
		for _, s := range at.parallel {
			cost := costOf(n.steps[s].Link)
			if cost == unpassable {
				continue
			}
			best := route{cost: unpassable}
			for _, o := range open {
				if len(o.steps) > 0 && !n.meet(o.steps[len(o.steps)-1], s) || o.cost+cost >= best.cost {
					continue
				}
				best = route{cost: o.cost + cost, nodes: r.nodes, steps: append(slices.Clone(o.steps), s)}
			}
			if best.cost != unpassable {
				next = append(next, best)
			}
		}
		open = next
	}
	if len(open) == 0 {
		return route{}, false
	}
	return slices.MinFunc(open, compareRoutes), true
}

// route is a path as numbers, with one more factor than steps.
type route struct {
	cost         int64
	nodes, steps []int
}

// compareRoutes orders routes: strongest first, then shortest, then by keys.
func compareRoutes(a, b route) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(len(a.steps), len(b.steps)), slices.Compare(a.nodes, b.nodes))
}

// yen is one run of Yen's algorithm.
type yen struct {
	distanceTable

	// free is the table of the whole graph.
	free              table
	taken, candidates []route
	known             map[string]bool
}

// prefix returns the first steps of a route.
func (y *yen) prefix(r route, steps int) route {
	out := route{nodes: r.nodes[:steps+1], steps: r.steps[:steps]}
	for _, s := range out.steps {
		out.cost += costOf(y.graph.steps[s].Link)
	}
	return out
}

// spur adds the strongest route that starts with root, then deviates from every route taken, and adds
// at most left links.
func (y *yen) spur(root route, left int) {
	if left == 0 {
		return
	}
	avoid := make([]bool, len(y.graph.factors))
	for _, v := range root.nodes {
		avoid[v] = true
	}
	used := y.used(root)
	found, fits := y.follow(y.free, root, used, avoid, left)
	if !fits {
		// The cheapest continuation returns to the root: search again without it.
		found, fits = y.follow(y.tabulate(avoid, left-1), root, used, avoid, left)
	}
	if !fits || len(found.steps) == len(root.steps) {
		return
	}
	if trail := trailOf(found.nodes); !y.known[trail] {
		y.known[trail] = true
		y.candidates = append(y.candidates, found)
	}
}

func trailOf(nodes []int) string { return fmt.Sprint(nodes) }

// used returns the next factors of the taken routes that start with root.
func (y *yen) used(root route) map[int]bool {
	out, at := map[int]bool{}, len(root.nodes)
	for _, r := range y.taken {
		if len(r.nodes) > at && slices.Equal(r.nodes[:at], root.nodes) {
			out[r.nodes[at]] = true
		}
	}
	return out
}

// follow continues root along the cheapest path of a table; fits is false if it meets a factor to
// avoid. It returns an empty route if there is no path.
func (y *yen) follow(t table, root route, used map[int]bool, avoid []bool, left int) (found route, fits bool) {
	spur := root.nodes[len(root.nodes)-1]
	least := cell{cost: unpassable}
	for _, a := range y.graph.out[spur] {
		rest := t.at(left-1, a.far)
		if used[a.far] || avoid[a.far] || a.cost == unpassable || rest.cost == unpassable {
			continue
		}
		next := cell{cost: a.cost + rest.cost, hops: rest.hops + 1, far: a.far, step: a.step}
		if next.better(least) {
			least = next
		}
	}
	found = route{cost: root.cost, nodes: slices.Clone(root.nodes), steps: slices.Clone(root.steps)}
	if least.cost == unpassable {
		return found, true
	}
	found.cost += least.cost
	for c := least; ; c = t.at(left, c.far) {
		if c.far < 0 {
			return found, true
		}
		if avoid[c.far] {
			return found, false
		}
		found.nodes, found.steps = append(found.nodes, c.far), append(found.steps, c.step)
		left--
	}
}

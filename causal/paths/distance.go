package paths

import (
	"cmp"
	"slices"
)

// distanceTable computes the cheapest paths from all factors to some ends, given the cost of arcs.
type distanceTable struct {
	graph *searchGraph
	to    []int
	cost  func(arc) int64
	// work counts the arcs examined.
	work int
}

// cell is the cheapest path from a factor to an end: its cost, its length and its first step.
type cell struct {
	cost            int64
	hops, far, step int
}

func (c cell) better(than cell) bool {
	return cmp.Or(cmp.Compare(c.cost, than.cost), cmp.Compare(c.hops, than.hops), cmp.Compare(c.far, than.far)) < 0
}

// table has the cheapest paths with at most n links at index n.
type table [][]cell

// at returns the cheapest path with at most left links.
func (t table) at(left, factor int) cell { return t[min(left, len(t)-1)][factor] }

// way returns the steps of the cheapest path with at most left links.
func (t table) way(factor, left int) []int {
	var steps []int
	for c := t.at(left, factor); c.far >= 0; c = t.at(left, c.far) {
		steps = append(steps, c.step)
		left--
	}
	return steps
}

// tabulate computes the cheapest paths to the ends that avoid some factors, level by level (Bellman
// 1958), until nothing improves.
func (w *distanceTable) tabulate(avoid []bool, depth int) table {
	level := make([]cell, len(w.graph.factors))
	for i := range level {
		level[i] = cell{cost: unpassable, far: -1}
	}
	var changed []int
	for _, end := range w.to {
		if avoid == nil || !avoid[end] {
			level[end] = cell{far: -1}
			changed = append(changed, end)
		}
	}
	t := table{level}
	for len(t) <= depth && len(changed) > 0 {
		level, changed = w.relax(t[len(t)-1], changed, avoid)
		t = append(t, level)
	}
	return t
}

// relax returns the next level, and the factors that improved in it.
func (w *distanceTable) relax(before []cell, changed []int, avoid []bool) (level []cell, better []int) {
	level = slices.Clone(before)
	w.work += len(level) / 8
	isBetter := make(map[int]bool, len(changed))
	for _, u := range changed {
		w.work += len(w.graph.in[u])
		for _, a := range w.graph.in[u] {
			cost := w.cost(a)
			if cost == unpassable || avoid != nil && avoid[a.far] {
				continue
			}
			next := cell{cost: cost + before[u].cost, hops: before[u].hops + 1, far: u, step: a.step}
			if next.better(level[a.far]) {
				level[a.far] = next
				isBetter[a.far] = true
			}
		}
	}
	for v := range isBetter {
		better = append(better, v)
	}
	slices.Sort(better)
	return level, better
}

package paths

import (
	"cmp"
	"slices"
)

// distanceTable finds the best ways from all factors to some ends, by a cost of arcs.
type distanceTable struct {
	net  *searchGraph
	to   []int
	cost func(arc) int64
	// work counts the arcs that were looked at.
	work int
}

// cell is the best way from a factor to an end: what it costs, its links and its first step.
type cell struct {
	cost            int64
	hops, far, step int
}

func (c cell) better(than cell) bool {
	return cmp.Or(cmp.Compare(c.cost, than.cost), cmp.Compare(c.hops, than.hops), cmp.Compare(c.far, than.far)) < 0
}

// table holds the best ways of at most so many links, one level for each number.
type table [][]cell

// at returns the best way of at most left links.
func (t table) at(left, factor int) cell { return t[min(left, len(t)-1)][factor] }

// way returns the steps of the best way of at most left links.
func (t table) way(factor, left int) []int {
	var steps []int
	for c := t.at(left, factor); c.far >= 0; c = t.at(left, c.far) {
		steps = append(steps, c.step)
		left--
	}
	return steps
}

// tabulate finds the best ways to the ends around what is to be avoided, level by level
// (Bellman 1958), until nothing gets better.
func (w *distanceTable) tabulate(avoid []bool, depth int) table {
	level := make([]cell, len(w.net.factors))
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

// relax returns the next level, and what is better in it.
func (w *distanceTable) relax(before []cell, changed []int, avoid []bool) (level []cell, better []int) {
	level = slices.Clone(before)
	w.work += len(level) / 8
	isBetter := make(map[int]bool, len(changed))
	for _, u := range changed {
		w.work += len(w.net.in[u])
		for _, a := range w.net.in[u] {
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

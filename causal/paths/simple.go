package paths

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/trace"
)

// simple returns the paths of at most depth links without a repeated factor, in the order of
// [search.CompareTrails], up to the limit; more says that there may be more.
func (n *searchGraph) simple(from, to []int, depth, limit int) (paths []Path, more bool) {
	s := n.simpleSearch(to, limit, -1)
	for length := 1; length <= depth && !s.full(); length++ {
		s.walkAll(from, length)
	}
	return s.result()
}

// shortestSimple returns the paths of the fewest links without a repeated factor, at most depth
// links, up to the limit; more says that there may be more, or shorter ones.
func (n *searchGraph) shortestSimple(from, to []int, depth, limit int) (paths []Path, more bool) {
	s := n.simpleSearch(to, limit, -1)
	s.walkUntil(from, depth)
	return s.result()
}

// avoidable reports whether some path of at most depth links does not lead through a factor; known
// is false if the search stopped early.
func (n *searchGraph) avoidable(from, to []int, depth, factor int) (yes, known bool) {
	s := n.simpleSearch(to, 1, factor)
	s.walkUntil(from, depth)
	return len(s.routes) > 0, len(s.routes) > 0 || !s.full()
}

// walkUntil looks for paths of more and more links until it finds some.
func (s *simpleSearch) walkUntil(from []int, depth int) {
	least := unreached
	for _, start := range from {
		for _, a := range s.graph.out[start] {
			for _, step := range a.parallel {
				least = min(least, s.toEnd[step])
			}
		}
	}
	for length := least; length <= depth && len(s.routes) == 0 && !s.full(); length++ {
		s.walkAll(from, length)
	}
}

// simpleSearch is a depth-first search that avoids steps from which no end is in reach.
type simpleSearch struct {
	graph *searchGraph
	// toEnd has the least number of links from each step on to an end.
	toEnd          []int
	isEnd, visited []bool
	// trail has the parallel steps along the path that a chain can take.
	trail [][]int
	// routes are the steps of the paths found.
	routes       [][]int
	limit, steps int
}

func (n *searchGraph) simpleSearch(to []int, limit, avoid int) *simpleSearch {
	s := &simpleSearch{graph: n, toEnd: n.stepsToEnd(to, avoid), isEnd: make([]bool, len(n.factors)), visited: make([]bool, len(n.factors)), limit: limit}
	for _, t := range to {
		s.isEnd[t] = true
	}
	return s
}

func (s *simpleSearch) full() bool { return len(s.routes) > s.limit || s.steps > trace.MaxSteps }

func (s *simpleSearch) result() (paths []Path, more bool) {
	for _, r := range s.routes[:min(s.limit, len(s.routes))] {
		paths = append(paths, s.graph.path(r))
	}
	return paths, s.full()
}

// walkAll adds the paths of a length from any of some factors.
func (s *simpleSearch) walkAll(from []int, length int) {
	for _, start := range from {
		if !s.visited[start] {
			s.walk(start, length)
		}
	}
}

// walk adds the paths with exactly left more links from a factor.
func (s *simpleSearch) walk(at, left int) {
	s.steps++
	if s.full() {
		return
	}
	if left == 0 {
		if s.isEnd[at] && len(s.trail) > 0 {
			s.routes = append(s.routes, s.graph.first(s.trail))
		}
		return
	}
	s.visited[at] = true
	for _, a := range s.graph.out[at] {
		if s.visited[a.far] {
			continue
		}
		if follow := s.following(a.parallel, left); len(follow) > 0 {
			s.trail = append(s.trail, follow)
			s.walk(a.far, left-1)
			s.trail = s.trail[:len(s.trail)-1]
		}
	}
	s.visited[at] = false
}

// following returns the parallel steps that can follow the trail and reach an end in time.
func (s *simpleSearch) following(parallel []int, left int) []int {
	var out []int
	for _, step := range parallel {
		if s.toEnd[step] > left {
			continue
		}
		if len(s.trail) == 0 || slices.ContainsFunc(s.trail[len(s.trail)-1], func(before int) bool { return s.graph.meet(before, step) }) {
			out = append(out, step)
		}
	}
	return out
}

// first returns the first chain through a trail: at each link the first of the parallel steps that can
// be part of one.
func (n *searchGraph) first(trail [][]int) []int {
	open := slices.Clone(trail)
	for i := len(open) - 2; i >= 0; i-- {
		open[i] = slices.DeleteFunc(slices.Clone(open[i]), func(s int) bool {
			return !slices.ContainsFunc(open[i+1], func(t int) bool { return n.meet(s, t) })
		})
	}
	out := []int{open[0][0]}
	for i, steps := range open[1:] {
		out = append(out, steps[slices.IndexFunc(steps, func(t int) bool { return n.meet(out[i], t) })])
	}
	return out
}

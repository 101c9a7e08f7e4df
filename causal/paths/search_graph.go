package paths

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
)

// searchGraph is a graph of links to search. Factors are numbered in the order of their keys; among
// parallel links it has only the first by [search.CompareFactorLinks].
type searchGraph struct {
	factors []factor.Identity
	number  map[factor.Identity]int
	steps   []search.Step
	// out and in have the arcs that leave and enter each factor, in the order of the factor at their
	// other end.
	out, in [][]arc
	// unweighed counts links of unknown weight, weightless those of weight 0.
	unweighed, weightless int
}

// arc is a step to a factor (in searchGraph.in, from a factor).
type arc struct {
	far, step int
	// cost is -ln of the weight in units of 1e-12: sums of integers do not depend on their order. It is
	// unpassable if the weight is unknown or 0.
	cost int64
}

const (
	unpassable = int64(math.MaxInt64)
	costUnit   = 1e-12
)

func newSearchGraph(links []link.FactorLink) *searchGraph {
	n := &searchGraph{number: map[factor.Identity]int{}}
	for _, l := range links {
		if l.Source == l.Target {
			continue
		}
		n.steps = append(n.steps, search.StepsOf(l)...)
		switch w := l.Weight(); {
		case w == nil:
			n.unweighed++
		case *w <= 0:
			n.weightless++
		}
	}
	n.numberFactors()
	n.out, n.in = make([][]arc, len(n.factors)), make([][]arc, len(n.factors))
	for i, s := range n.steps {
		from := n.number[s.From()]
		n.out[from] = append(n.out[from], arc{far: n.number[s.To()], step: i, cost: costOf(s.Link)})
	}
	for from := range n.out {
		n.out[from] = n.dedupeParallelEdges(n.out[from])
		for _, a := range n.out[from] {
			n.in[a.far] = append(n.in[a.far], arc{far: from, step: a.step, cost: a.cost})
		}
	}
	return n
}

// numberFactors numbers every factor of the steps.
func (n *searchGraph) numberFactors() {
	keys := map[factor.Identity]string{}
	for _, s := range n.steps {
		for _, id := range []factor.Identity{s.Link.Source, s.Link.Target} {
			if _, known := keys[id]; !known {
				keys[id] = id.Key()
				n.factors = append(n.factors, id)
			}
		}
	}
	slices.SortFunc(n.factors, func(a, b factor.Identity) int { return strings.Compare(keys[a], keys[b]) })
	for i, id := range n.factors {
		n.number[id] = i
	}
}

func (n *searchGraph) dedupeParallelEdges(arcs []arc) []arc {
	slices.SortFunc(arcs, func(a, b arc) int {
		return cmp.Or(cmp.Compare(a.far, b.far), search.CompareFactorLinks(n.steps[a.step].Link, n.steps[b.step].Link))
	})
	return slices.CompactFunc(arcs, func(a, b arc) bool { return a.far == b.far })
}

func costOf(l link.FactorLink) int64 {
	w := l.Weight()
	if w == nil || *w <= 0 {
		return unpassable
	}
	return int64(math.Round(-math.Log(min(*w, 1)) / costUnit))
}

// numbers returns the numbers of those factors that are in the graph, in order.
func (n *searchGraph) numbers(all []factor.Identity) []int {
	var out []int
	for _, id := range all {
		if i, in := n.number[id]; in {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// unreached is the distance to factors that cannot be reached.
const unreached = math.MaxInt32

// distances returns the distance in arcs from the nearest start to every factor, without going
// through avoid (-1 for none).
func distances(arcs [][]arc, starts []int, avoid int) []int {
	out := make([]int, len(arcs))
	for i := range out {
		out[i] = unreached
	}
	queue := make([]int, 0, len(arcs))
	for _, s := range starts {
		if s != avoid {
			out[s] = 0
			queue = append(queue, s)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, a := range arcs[queue[i]] {
			if a.far != avoid && out[a.far] == unreached {
				out[a.far] = out[queue[i]] + 1
				queue = append(queue, a.far)
			}
		}
	}
	return out
}

// path returns the path of the steps with the given numbers.
func (n *searchGraph) path(steps []int) Path {
	p := Path{Steps: make([]search.Step, len(steps))}
	for i, s := range steps {
		p.Steps[i] = n.steps[s]
	}
	p.From, p.To = p.Steps[0].From(), p.Steps[len(steps)-1].To()
	return p
}

// shortest returns the length of the shortest path of at most depth links between the ends; 0 if
// there is none or both sides share an end.
func (n *searchGraph) shortest(from, to []int, depth int) int {
	ahead, least := distances(n.out, from, -1), unreached
	for _, t := range to {
		least = min(least, ahead[t])
	}
	if least > depth {
		return 0
	}
	return least
}

// simple returns the paths of least to most links without a repeated factor, in the order of
// [search.CompareTrails], up to one over the limit; more says that the search stopped early.
func (n *searchGraph) simple(from, to []int, least, most, limit int) (paths []Path, more bool) {
	s := &simpleSearch{graph: n, toEnd: distances(n.in, to, -1), isEnd: make([]bool, len(n.factors)), visited: make([]bool, len(n.factors)), limit: limit}
	for _, t := range to {
		s.isEnd[t] = true
	}
	for length := least; length <= most && !s.full(); length++ {
		for _, start := range from {
			s.walk(start, length)
		}
	}
	if len(s.found) > limit {
		return s.found[:limit], true
	}
	return s.found, s.steps > trace.MaxSteps
}

// simpleSearch is a depth-first search that avoids factors from which no end is in reach.
type simpleSearch struct {
	graph          *searchGraph
	toEnd          []int
	isEnd, visited []bool
	trail          []int
	found          []Path
	limit, steps   int
}

func (s *simpleSearch) full() bool { return len(s.found) > s.limit || s.steps > trace.MaxSteps }

// walk adds the paths with exactly left more links from a factor.
func (s *simpleSearch) walk(at, left int) {
	s.steps++
	if s.toEnd[at] > left || s.full() {
		return
	}
	if left == 0 {
		if s.isEnd[at] && len(s.trail) > 0 {
			s.found = append(s.found, s.graph.path(s.trail))
		}
		return
	}
	s.visited[at] = true
	for _, a := range s.graph.out[at] {
		if !s.visited[a.far] {
			s.trail = append(s.trail, a.step)
			s.walk(a.far, left-1)
			s.trail = s.trail[:len(s.trail)-1]
		}
	}
	s.visited[at] = false
}

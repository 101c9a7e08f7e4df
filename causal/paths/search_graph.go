package paths

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
)

// searchGraph is a graph of links to search. Factors are numbered in the order of their keys.
type searchGraph struct {
	factors []factor.Identity
	number  map[factor.Identity]int
	steps   []search.Step
	// out and in have the arcs that leave and enter each factor, in the order of the factor at their
	// other end.
	out, in [][]arc
	// next has the steps that follow each step in a chain that somebody lived or stated, in order. It is
	// nil when composed paths count too: then any step follows any other.
	next [][]int
	// unweighed counts links of unknown weight, weightless those of weight 0.
	unweighed, weightless int
}

// arc is a step to a factor (in searchGraph.in, from a factor).
type arc struct {
	far, step int
	// parallel are all steps to that factor, the first by [search.CompareFactorLinks] first: step.
	parallel []int
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
		n.out[from] = n.mergeParallel(n.out[from])
		for _, a := range n.out[from] {
			n.in[a.far] = append(n.in[a.far], arc{far: from, step: a.step, parallel: a.parallel, cost: a.cost})
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

// mergeParallel makes one arc of all steps to a factor.
func (n *searchGraph) mergeParallel(arcs []arc) []arc {
	slices.SortFunc(arcs, func(a, b arc) int {
		return cmp.Or(cmp.Compare(a.far, b.far), search.CompareFactorLinks(n.steps[a.step].Link, n.steps[b.step].Link))
	})
	var out []arc
	for _, a := range arcs {
		if len(out) == 0 || out[len(out)-1].far != a.far {
			out = append(out, a)
		}
		last := &out[len(out)-1]
		last.parallel = append(last.parallel, a.step)
	}
	return out
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

// shortest returns the length of the shortest walk of at most depth links between the ends, composed
// or not; 0 if there is none or both sides share an end.
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

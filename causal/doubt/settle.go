package doubt

import (
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// mostExchanges bounds how often repairs are exchanged for others.
const mostExchanges = 5

// tired reports whether as much was read as the search for other repairs may. Then it keeps what it has, and claims nothing that other repairs
// would have to be worth less than.
func (f *finder) tired() bool {
	if f.Search > 0 {
		return *f.scores.read > f.Search
	}
	return *f.scores.read > mostRead
}

// search repairs a graph as it is, and with one edge near the clearest violation turned round beforehand, and returns the repair that is
// worth most.
func (f *finder) search(start estimation.Graph) estimation.Graph {
	f.working = start
	v, some := f.clearest()
	if !some {
		return start
	}
	best := f.repaired(start)
	for _, e := range f.reversible(start) {
		if !touch(e, [2]int{v.a, v.b}) || f.tired() {
			continue
		}
		if g := turned(start, e); acyclic(g) {
			if other := f.repaired(g); len(f.changed(other)) <= len(f.changed(best)) && f.worth(other) > f.worth(best)+alike {
				best = other
			}
		}
	}
	f.working = best
	return best
}

// repaired is a graph with its repairs, as far as exchanging them for others explains more.
func (f *finder) repaired(g estimation.Graph) estimation.Graph {
	f.working = g
	f.repair()
	for range mostExchanges {
		if f.tired() {
			break
		}
		better := f.exchanged(f.working)
		if better.Parents == nil {
			break
		}
		f.working = better
		f.repair()
	}
	return f.working
}

// exchanged is a graph without one of its repairs, and with up to two edges turned round instead, if it is worth more: what one repair did not
// explain another one may, and edges can be in each other's way. It has no columns if there is none.
func (f *finder) exchanged(g estimation.Graph) estimation.Graph {
	best, most := estimation.Graph{}, alike
	consider := func(other estimation.Graph) {
		if more := f.gain(g, other); more > most && acyclic(other) {
			best, most = other, more
		}
	}
	for _, e := range f.changed(g) {
		without := f.undone(g, e)
		consider(without)
		free := slices.DeleteFunc(f.reversible(without), func(o [2]int) bool { return o == [2]int{e[1], e[0]} })
		for _, o := range free {
			if !touch(o, e) || f.tired() {
				continue
			}
			one := turned(without, o)
			consider(one)
			for _, p := range free {
				if p != o && (touch(p, o) || touch(p, e)) {
					consider(turned(one, p))
				}
			}
		}
	}
	return best
}

// changed are the edges of a graph that are not recorded that way, and of which no time tells the direction.
func (f *finder) changed(g estimation.Graph) [][2]int {
	var out [][2]int
	for target, parents := range g.Parents {
		for _, source := range parents {
			if !slices.Contains(f.Graph.Parents[target], source) && f.comes(source, target) == 0 {
				out = append(out, [2]int{source, target})
			}
		}
	}
	return out
}

func touch(a, b [2]int) bool { return slices.Contains(a[:], b[0]) || slices.Contains(a[:], b[1]) }

// margin is by how much the repaired graph is worth more than the best that is found without some edges. What is worth nearly as much is kept as
// equal.
func (f *finder) margin(barred ...[2]int) float64 {
	if f.tired() {
		return 0
	}
	other := *f
	other.barred = maps.Clone(f.barred)
	start := f.working
	for _, e := range barred {
		other.barred[e] = true
		if slices.Contains(start.Parents[e[1]], e[0]) {
			start = f.undone(start, e)
		}
	}
	if !acyclic(start) {
		start = f.start
	}
	g := other.repaired(start)
	if slices.ContainsFunc(barred, func(e [2]int) bool { return slices.Contains(g.Parents[e[1]], e[0]) }) {
		return math.Inf(1)
	}
	less := f.worth(f.working) - f.worth(g)
	if less < clearly {
		f.out.equal = append(f.out.equal, f.changed(g)...)
	}
	return less
}

// undone is a graph with an edge as it is recorded: the other way round, or not at all.
func (f *finder) undone(g estimation.Graph, e [2]int) estimation.Graph {
	if slices.Contains(f.Graph.Parents[e[0]], e[1]) {
		return turned(g, e)
	}
	return dropped(g, e)
}

// contradicted reports whether the counts contradict an independence of the repaired graph with an edge turned round.
func (f *finder) contradicted(e [2]int) bool {
	other := *f
	if other.working = turned(f.working, e); !acyclic(other.working) {
		return true
	}
	_, some := other.clearest()
	return some
}

package doubt

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/model"
)

// Undermines returns the findings that take away what the estimate of an effect rests on: with the link as proposed, what is adjusted
// for leaves a way open beside the effect, or the mechanisms that are multiplied are not those of the graph. They are
// those that do so alone, else, if all together do, as few as do; the equal edges are of repairs that are no findings, where these
// are needed for it. A graph that does not bear the estimate by itself tells nothing.
func (r Result) Undermines(g estimation.Graph, u model.EffectUse) (findings []Finding, equal [][2]int) {
	rest := use{EffectUse: u, graph: g}
	rest.Adjusted, rest.Modelled = u.Adjusted && rest.blocks(g), u.Modelled && rest.factors(g)
	for _, f := range r.Findings {
		if slices.ContainsFunc(f.repairs(g), func(other estimation.Graph) bool { return !rest.holds(other) }) {
			findings = append(findings, f)
		}
	}
	if len(findings) > 0 || rest.holds(r.open(g)) {
		return findings, nil
	}
	least := Result{Findings: slices.Clone(r.Findings), equal: slices.Clone(r.equal)}
	for i := 0; i < len(least.Findings); {
		if less := (Result{Findings: slices.Delete(slices.Clone(least.Findings), i, i+1), equal: least.equal}); !rest.holds(less.open(g)) {
			least = less
		} else {
			i++
		}
	}
	for i := 0; i < len(least.equal); {
		if less := (Result{Findings: least.Findings, equal: slices.Delete(slices.Clone(least.equal), i, i+1)}); !rest.holds(less.open(g)) {
			least = less
		} else {
			i++
		}
	}
	return least.Findings, least.equal
}

// repairs are the graphs in which a finding is as proposed, one for each way that it may point.
func (f Finding) repairs(g estimation.Graph) []estimation.Graph {
	var out []estimation.Graph
	for _, e := range f.ways() {
		if f.Kind == Reversed {
			out = append(out, turned(g, [2]int{f.Source, f.Target}))
		} else {
			out = append(out, joined(g, e))
		}
	}
	return out
}

// use is what an estimate takes from the recorded graph.
type use struct {
	model.EffectUse

	graph estimation.Graph
}

// holds reports whether another graph bears the estimate too.
func (u use) holds(other estimation.Graph) bool {
	return (!u.Adjusted || u.blocks(other)) && (!u.Modelled || u.factors(other))
}

func (u use) isSet(column int) bool { return slices.Contains(u.Do, column) }

// blocks reports whether the adjustment blocks every way in a graph beside those that lead out of what is set, and is no
// consequence of it (Pearl 1993).
func (u use) blocks(g estimation.Graph) bool {
	fixed := slices.Concat(u.Adjustment, u.Given)
	for _, x := range u.Do {
		after := g.Descendants(x)
		if slices.ContainsFunc(fixed, func(c int) bool { return after[c] && !u.isSet(c) }) {
			return false
		}
	}
	back := u.without(g, u.isSet, nil)
	for _, x := range u.Do {
		known := slices.DeleteFunc(slices.Concat(fixed, u.Do), func(c int) bool { return c == x })
		if !back.Separated(x, u.Target, known) {
			return false
		}
	}
	return true
}

// without is a graph without the edges that lead out of some columns and into others.
func (u use) without(g estimation.Graph, out, into func(int) bool) estimation.Graph {
	cut := estimation.Graph{Parents: make([][]int, len(g.Parents))}
	for v, parents := range g.Parents {
		if into != nil && into(v) {
			continue
		}
		cut.Parents[v] = slices.DeleteFunc(slices.Clone(parents), func(p int) bool { return out != nil && out(p) })
	}
	return cut
}

// factors reports whether, in another graph, the joint distribution of the columns upstream is the product of their mechanisms as learned
// from the parents of the recorded one: each is independent of what comes before it given its parents, and is as it would be if what is set were not
// set by somebody but observed (rules 2 and 3 of Pearl 1995).
func (u use) factors(other estimation.Graph) bool {
	upstream := u.graph.Ancestors(append([]int{u.Target}, u.Given...), u.isSet)
	var before []int
	for _, v := range u.inOrder(upstream) {
		if u.isSet(v) {
			continue
		}
		if !u.observed(other, v) || !u.apart(other, v, before) {
			return false
		}
		before = append(before, v)
	}
	return true
}

// observed reports whether a mechanism is the same whether what is set is set or observed.
func (u use) observed(other estimation.Graph, v int) bool {
	parents := u.graph.Parents[v]
	for i, x := range u.Do {
		later := func(c int) bool { return slices.Contains(u.Do[i+1:], c) }
		known := slices.DeleteFunc(slices.Concat(parents, u.Do[i+1:]), func(c int) bool { return c == x })
		var cut estimation.Graph
		if slices.Contains(parents, x) {
			cut = u.without(other, func(c int) bool { return c == x }, later)
		} else {
			leads := u.without(other, nil, later).Ancestors(parents, nil)[x]
			cut = u.without(other, nil, func(c int) bool { return later(c) || c == x && !leads })
		}
		if !cut.Separated(x, v, known) {
			return false
		}
	}
	return true
}

// apart reports whether a column is independent of what comes before it given its parents, once all is set.
func (u use) apart(other estimation.Graph, v int, before []int) bool {
	cut := u.without(other, nil, u.isSet)
	parents := u.graph.Parents[v]
	for _, b := range before {
		if !slices.Contains(parents, b) && !cut.Separated(b, v, slices.Concat(parents, u.Do)) {
			return false
		}
	}
	return true
}

// inOrder are columns, each after its parents in the recorded graph.
func (u use) inOrder(some []bool) []int {
	var out []int
	done := make([]bool, len(some))
	var visit func(v int)
	visit = func(v int) {
		if done[v] || !some[v] {
			return
		}
		done[v] = true
		for _, p := range u.graph.Parents[v] {
			visit(p)
		}
		out = append(out, v)
	}
	for v := range some {
		visit(v)
	}
	return out
}

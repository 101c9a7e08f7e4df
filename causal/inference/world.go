package inference

import (
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// world is what a question is about, as variables and the terms whose product is their joint
// probability: the nodes as they are, and, for what would have been, those that would be
// otherwise a second time.
type world struct {
	states []int // of each variable
	fixed  []int // the state of each variable, or free
	terms  []term
}

// free is the state of a variable that is not known.
const free = -1

// none is the variable that a term does not have.
const none = -1

// term is P(node | parents), or P(node, counter | parents, others) for a node in both worlds.
type term struct {
	mechanism     Mechanism
	states        int
	node, counter int
	// parents are those of node, others those of counter; nil without one.
	parents, others []int
}

func (n *Network) empty(copies int) *world {
	w := &world{}
	for range copies {
		for _, node := range n.nodes {
			w.states = append(w.states, node.States)
			w.fixed = append(w.fixed, free)
		}
	}
	return w
}

// world is the network with some nodes set and some seen, without what bears on neither the
// targets nor what was seen.
func (n *Network) world(seen, do map[int]int, targets []int) *world {
	w := n.empty(1)
	w.fix(seen, 0)
	w.fix(do, 0)
	needed := n.above(append(keys(seen), targets...), do)
	for _, i := range n.order {
		if _, set := do[i]; needed[i] && !set {
			w.add(n.nodes[i], i, none, n.nodes[i].Parents, nil)
		}
	}
	return w
}

// twin is the twin network (Balke and Pearl 1994), and the variable that the target is in it. A
// node has a second variable, its number plus that of the nodes, when it is set or comes after
// what is set. Both share their noise; where only one of them matters, that is left out.
func (n *Network) twin(seen, do map[int]int, target int) (*world, int) {
	w := n.empty(2)
	w.fix(seen, 0)
	w.fix(do, len(n.nodes))
	changed := n.Descendants(keys(do)...)
	counter := func(i int) int {
		if changed[i] {
			return i + len(n.nodes)
		}
		return i
	}
	// What the target needs otherwise, and what it and the seen need as they are.
	otherwise := n.above([]int{target}, do)
	roots := keys(seen)
	for i, needed := range otherwise {
		if needed && !changed[i] {
			roots = append(roots, i)
		}
	}
	actual := n.above(roots, nil)
	for _, i := range n.order {
		node := n.nodes[i]
		_, set := do[i]
		second := otherwise[i] && changed[i] && !set
		var others []int
		if second {
			for _, p := range node.Parents {
				others = append(others, counter(p))
			}
		}
		switch {
		case second && actual[i]:
			w.add(node, i, counter(i), node.Parents, others)
		case second:
			w.add(node, counter(i), none, others, nil)
		case actual[i]:
			w.add(node, i, none, node.Parents, nil)
		}
	}
	return w, counter(target)
}

func (w *world) fix(states map[int]int, shift int) {
	for i, s := range states {
		w.fixed[i+shift] = s
	}
}

func (w *world) add(node Node, variable, counter int, parents, others []int) {
	w.terms = append(w.terms, term{
		mechanism: node.Mechanism, states: node.States, node: variable, counter: counter, parents: parents, others: others,
	})
}

// inputs are the variables that a term depends on and whose states are not known.
func (w *world) inputs(t term) []int {
	var out []int
	for _, list := range [][]int{t.parents, t.others} {
		for _, p := range list {
			if w.fixed[p] == free && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// scope are the variables of a term whose states are not known, its own last.
func (w *world) scope(t term) []int {
	out := w.inputs(t)
	if w.fixed[t.node] == free {
		out = append(out, t.node)
	}
	if t.counter != none {
		out = append(out, t.counter)
	}
	return out
}

// cells is how many combinations of states some variables have.
func (w *world) cells(variables []int) float64 {
	out := 1.0
	for _, v := range variables {
		out *= float64(w.states[v])
	}
	return out
}

// factor lists a term.
func (w *world) factor(t term) *factor {
	f := &factor{scope: w.scope(t)}
	f.p = make([]float64, 0, int(w.cells(f.scope)))
	s := sheet{out: make([]float64, t.states*t.states)}
	w.each(t, func(state []int) { f.p = append(f.p, s.read(t, state)...) })
	return f
}

// each goes through what the inputs of a term can be, in the order of its factor.
func (w *world) each(t term, visit func(state []int)) {
	inputs, state := w.inputs(t), slices.Clone(w.fixed)
	for _, v := range inputs {
		state[v] = 0
	}
	for more := true; more; more = w.next(inputs, state) {
		visit(state)
	}
}

// next moves to the next combination of states, the last variable fastest; false after the last.
func (w *world) next(variables, state []int) bool {
	for _, v := range slices.Backward(variables) {
		if state[v]++; state[v] < w.states[v] {
			return true
		}
		state[v] = 0
	}
	return false
}

// sheet is where terms are read to.
type sheet struct {
	actual, counter []int
	out             []float64
}

// read returns the probabilities of what is free of a term's own variables, given the states of
// all others; they are overwritten by the next read.
func (s *sheet) read(t term, state []int) []float64 {
	s.actual = gather(s.actual[:0], t.parents, state)
	out := s.out[:t.states]
	if t.counter == none {
		t.mechanism.Probabilities(s.actual, out)
	} else {
		s.counter = gather(s.counter[:0], t.others, state)
		out = s.out[:t.states*t.states]
		t.mechanism.Pairs(s.actual, s.counter, out)
	}
	if v := state[t.node]; v != free {
		row := len(out) / t.states
		return out[v*row : (v+1)*row]
	}
	return out
}

// split writes wide noisy terms as chains of narrow ones, with no more cells than given where
// that can be, for an elimination: the node as it would be by the first causes alone, by some
// more, by all, and by what blocks it. The product is the same once the links are summed out.
func (w *world) split(cells float64) *world {
	out := &world{states: slices.Clone(w.states), fixed: slices.Clone(w.fixed)}
	for _, t := range w.terms {
		noisy, is := t.mechanism.(NoisyMechanism)
		if !is || w.cells(w.scope(t)) <= cells {
			out.terms = append(out.terms, t)
			continue
		}
		out.chain(t, noisy.AsNoisy(), cells)
	}
	return out
}

// chain adds the links of a noisy term.
func (w *world) chain(t term, noisy Noisy, cells float64) {
	links := w.links(t, noisy, cells)
	for k := range links {
		link := &links[k]
		link.node, link.counter = t.node, t.counter
		if k < len(links)-1 {
			link.node = w.fresh()
			if t.counter != none {
				link.counter = w.fresh()
			}
		}
	}
	for k := 1; k < len(links); k++ {
		links[k].parents[0] = links[k-1].node
		if t.counter != none {
			links[k].others[0] = links[k-1].counter
		}
	}
	for k := len(links) - 1; k > 0; k-- {
		w.propagate(links[k])
	}
	w.terms = append(w.terms, links...)
}

// fresh makes a variable for the link of a chain.
func (w *world) fresh() int {
	w.states, w.fixed = append(w.states, 2), append(w.fixed, free)
	return len(w.states) - 1
}

// propagate fixes the link before one whose state leaves no choice: without blocking nothing
// that was caused is undone, and without causes nothing new comes.
func (w *world) propagate(link term) {
	state, m := w.fixed[link.node], link.mechanism.(Noisy)
	if state == free {
		return
	}
	if happened := (state == 1) != m.Reversed; happened && m.Influences[0].blocks() {
		w.fixed[link.parents[0]] = 1
	} else if !happened && !m.Influences[0].blocks() {
		w.fixed[link.parents[0]] = 0
	}
}

// links cuts the influences into groups, causes before what blocks and within those the
// parents that are known first, as they take no cells. The first starts from the base.
func (w *world) links(t term, noisy Noisy, cells float64) []term {
	link, m := term{states: 2, node: t.node, counter: t.counter}, Noisy{Base: noisy.Base}
	var links []term
	for _, blocks := range []bool{false, true} {
		for k, i := range w.sorted(t, noisy, blocks) {
			wider := link.with(t, i)
			grown := w.cells(w.scope(wider))
			if turn := blocks && k == 0; turn || grown > cells && grown > w.cells(w.scope(link)) {
				link.mechanism = m
				links = append(links, link)
				link, m = link.after(blocks)
				wider = link.with(t, i)
			}
			link, m.Influences = wider, append(m.Influences, noisy.Influences[i])
		}
	}
	m.Reversed = noisy.Reversed
	link.mechanism = m
	return append(links, link)
}

// with is the link with one more parent of the whole term.
func (t term) with(whole term, parent int) term {
	t.parents = append(slices.Clone(t.parents), whole.parents[parent])
	if t.counter != none {
		t.others = append(slices.Clone(t.others), whole.others[parent])
	}
	return t
}

// after starts the next link, whose first parent is to be the link before it: a sure cause
// among causes, a sure precondition among what blocks.
func (t term) after(blocks bool) (term, Noisy) {
	before, base := Influence{Relation: episodic.RelationCauses, Weight: 1, On: []bool{false, true}}, 0.0
	if blocks {
		before.Relation, base = episodic.RelationEnables, 1
	}
	next := term{states: t.states, node: t.node, counter: t.counter, parents: []int{t.node}}
	if t.counter != none {
		next.others = []int{t.counter}
	}
	return next, Noisy{Base: base, Influences: []Influence{before}}
}

// sorted are the places of the influences that block, or of those that do not, those of parents
// whose states are known first.
func (w *world) sorted(t term, noisy Noisy, blocks bool) []int {
	var known, open []int
	for i, f := range noisy.Influences {
		switch {
		case f.blocks() != blocks:
		case w.fixed[t.parents[i]] != free && (t.counter == none || w.fixed[t.others[i]] != free):
			known = append(known, i)
		default:
			open = append(open, i)
		}
	}
	return append(known, open...)
}

// keys are the nodes of a set of states, in no order.
func keys(states map[int]int) []int {
	out := make([]int, 0, len(states))
	for i := range states {
		out = append(out, i)
	}
	return out
}

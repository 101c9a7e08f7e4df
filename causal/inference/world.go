package inference

import (
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// world represents a query as variables and terms whose product is their joint probability. For a
// counterfactual, the nodes that may change occur twice.
type world struct {
	states []int // of each variable
	fixed  []int // the state of each variable, or free
	terms  []term
}

// free is the state of a variable whose state is unknown.
const free = -1

// none stands for a missing variable.
const none = -1

// term is P(node | parents), or P(node, counter | parents, others) for a node in both worlds.
type term struct {
	mechanism     Mechanism
	states        int
	node, counter int
	// parents are those of node, others those of counter; nil without counter.
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

// world returns the network with some nodes set and some seen, without the nodes that affect neither
// the targets nor what was seen.
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

// inputs returns the variables that a term depends on and whose states are unknown.
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

// scope returns the variables of a term whose states are unknown, its own last.
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

// cells returns the number of combinations of states of some variables.
func (w *world) cells(variables []int) float64 {
	out := 1.0
	for _, v := range variables {
		out *= float64(w.states[v])
	}
	return out
}

// factor lists a term as a factor.
func (w *world) factor(t term) *factor {
	f := &factor{scope: w.scope(t)}
	f.p = make([]float64, 0, int(w.cells(f.scope)))
	s := termReader{out: make([]float64, t.states*t.states)}
	w.each(t, func(state []int) { f.p = append(f.p, s.read(t, state)...) })
	return f
}

// each visits the combinations of the inputs of a term, in the order of its factor.
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

// termReader holds buffers for reading terms.
type termReader struct {
	actual, counter []int
	out             []float64
}

// read returns the probabilities of the free ones of a term's own variables, given all other states.
// The next read overwrites the result.
func (s *termReader) read(t term, state []int) []float64 {
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

// split writes wide noisy terms as chains of narrow ones, of at most so many cells where possible: the
// node as it would be with the first causes only, with more of them, with all, and then with the
// influences that block. The product is unchanged once the links are summed out.
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

// fresh adds a variable for a link of a chain.
func (w *world) fresh() int {
	w.states, w.fixed = append(w.states, 2), append(w.fixed, free)
	return len(w.states) - 1
}

// propagate fixes the link before one whose state determines it: what happened despite blockers was
// caused, and what causes could not bring about was not caused before.
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

// links divides the influences into groups: causes before blockers, and within those, parents with
// known states first because they take no cells. The first link starts from the base.
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

// with returns the link with one more parent of the whole term.
func (t term) with(whole term, parent int) term {
	t.parents = append(slices.Clone(t.parents), whole.parents[parent])
	if t.counter != none {
		t.others = append(slices.Clone(t.others), whole.others[parent])
	}
	return t
}

// after starts the next link. Its first parent will be the previous link: a certain cause among causes,
// a certain precondition among blockers.
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

// sorted returns the indexes of the influences that block, or of those that do not, with parents of
// known state first.
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

// keys returns the nodes of a set of states, in no particular order.
func keys(states map[int]int) []int {
	out := make([]int, 0, len(states))
	for i := range states {
		out = append(out, i)
	}
	return out
}

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// link is a causal link of a world. Its source is numbered before its target.
type arrow struct {
	from, to int
	relation episodic.Relation
}

// world is a network whose true parameters are known.
type world struct {
	name  string
	names []string
	nodes []inference.Node
	links []arrow
	// target is what is asked for, in this state; happened is the state of every variable that
	// a mechanism brings about.
	target, state, happened int
	// actions are what is done: variables that lead to the target.
	actions []int
	// hidden is the common cause that one of the damages leaves unrecorded.
	hidden int
	// noisy says that the mechanisms are noisy ones, of which it can be known what would have been.
	noisy bool

	network *inference.Network
}

// made returns a world drawn from a seed: three roots, then variables with one to three causes
// before them. It draws again until three variables that have causes lead to the target, and a
// common cause of one of them and the target bends what is merely observed by a tenth.
func made(name string, variables int, seed uint64) (*world, error) {
	for try := uint64(0); try < 1000; try++ {
		r := rand.New(rand.NewPCG(seed, try))
		w := &world{name: name, target: variables - 1, happened: 1, state: 1, noisy: true}
		for v := range variables {
			w.names = append(w.names, fmt.Sprintf("v%02d", v))
			w.nodes = append(w.nodes, w.draw(v, r))
		}
		if err := w.settle(); err != nil {
			return nil, err
		}
		if w.choose() {
			return w, nil
		}
	}
	return nil, fmt.Errorf("no world %q of %d variables has three actions and a common cause", name, variables)
}

// draw makes variable v with its links.
func (w *world) draw(v int, r *rand.Rand) inference.Node {
	const roots = 3
	if v < roots {
		return inference.Node{States: 2, Mechanism: inference.Noisy{Base: between(r, .3, .6)}}
	}
	noisy := inference.Noisy{Base: between(r, .03, .2)}
	parents := r.Perm(v)[:1+r.IntN(roots)]
	slices.Sort(parents)
	for i, p := range parents {
		relation := episodic.RelationCauses
		if i > 0 {
			relation = []episodic.Relation{episodic.RelationCauses, episodic.RelationCauses, episodic.RelationPrevents, episodic.RelationEnables}[r.IntN(4)]
		}
		noisy.Influences = append(noisy.Influences, inference.Influence{Relation: relation, Weight: between(r, .35, .85), On: []bool{false, true}})
		w.links = append(w.links, arrow{p, v, relation})
	}
	return inference.Node{States: 2, Parents: parents, Mechanism: noisy}
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// settle makes the network of the nodes.
func (w *world) settle() (err error) {
	for _, l := range w.links {
		if l.from >= l.to {
			return fmt.Errorf("world %q: %s is not before %s", w.name, w.names[l.from], w.names[l.to])
		}
	}
	w.network, err = inference.NewNetwork(w.nodes)
	return err
}

// choose picks what is done and what is hidden, and reports whether there is enough of it.
func (w *world) choose() bool {
	for v := range w.nodes {
		if v != w.target && len(w.nodes[v].Parents) > 0 && reaches(w.links, v, w.target) {
			w.actions = append(w.actions, v)
		}
	}
	if len(w.actions) < 3 {
		return false
	}
	w.actions = w.actions[:3]
	for _, a := range w.actions {
		for _, p := range w.nodes[a].Parents {
			around := slices.DeleteFunc(slices.Clone(w.links), func(l arrow) bool { return l.to == a })
			if reaches(around, p, w.target) && len(w.nodes[a].Parents) < 3 {
				w.hidden = p
				return true
			}
		}
	}
	return false
}

// reaches reports whether links lead from one variable to another.
func reaches(links []arrow, from, to int) bool {
	seen, next := map[int]bool{from: true}, []int{from}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if at == to {
			return true
		}
		for _, l := range links {
			if l.from == at && !seen[l.to] {
				seen[l.to] = true
				next = append(next, l.to)
			}
		}
	}
	return false
}

// sample draws episodes.
func (w *world) sample(rows int, r *rand.Rand) estimation.Sample {
	s := estimation.Sample{Rows: rows, Columns: make([]estimation.Column, len(w.nodes))}
	for v, n := range w.nodes {
		s.Columns[v] = estimation.Column{States: n.States, Of: make([]int16, rows)}
	}
	for row := range rows {
		for v, state := range w.network.Draw(r, nil) {
			s.Columns[v].Of[row] = int16(state)
		}
	}
	return s
}

// parents are the direct causes of each variable, as links say.
func parents(links []arrow, variables int) [][]int {
	out := make([][]int, variables)
	for _, l := range links {
		out[l.to] = append(out[l.to], l.from)
	}
	for v := range out {
		slices.Sort(out[v])
		out[v] = slices.Compact(out[v])
	}
	return out
}

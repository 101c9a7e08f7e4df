package doubt

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// Compelled are the edges of an acyclic graph that point the same way in every graph that implies the same independences and
// agrees about the edges of which the direction is known: those of common effects of what no edge joins (Verma and Pearl 1990), and what
// follows from them (Meek 1995). Only these can counts tell. known may be nil.
func Compelled(g estimation.Graph, known func(source, target int) bool) map[[2]int]bool {
	o := orientation{Graph: g, told: map[[2]int]bool{}}
	for target, parents := range g.Parents {
		for _, source := range parents {
			if known != nil && known(source, target) || slices.ContainsFunc(parents, func(p int) bool { return p != source && !adjacent(g, source, p) }) {
				o.told[[2]int{source, target}] = true
			}
		}
	}
	for again := true; again; {
		again = false
		for target, parents := range g.Parents {
			for _, source := range parents {
				if e := [2]int{source, target}; !o.told[e] && o.follows(source, target) {
					o.told[e], again = true, true
				}
			}
		}
	}
	return o.told
}

// orientation is a graph of which some directions are told.
type orientation struct {
	estimation.Graph

	told map[[2]int]bool
}

// before are the columns of which it is told that an edge leads from them to a column.
func (o orientation) before(column int) []int {
	return slices.DeleteFunc(slices.Clone(o.Parents[column]), func(p int) bool { return !o.told[[2]int{p, column}] })
}

// open reports whether an edge joins two columns of which no direction is told.
func (o orientation) open(a, b int) bool {
	return adjacent(o.Graph, a, b) && !o.told[[2]int{a, b}] && !o.told[[2]int{b, a}]
}

// follows reports whether the direction of an edge follows from those that are told: the other way would make a circle or
// another common effect.
func (o orientation) follows(source, target int) bool {
	for _, p := range o.before(source) {
		if !adjacent(o.Graph, p, target) {
			return true
		}
	}
	into := o.before(target)
	for _, p := range into {
		if o.told[[2]int{source, p}] {
			return true
		}
	}
	for i, p := range into {
		for _, q := range into[:i] {
			if !adjacent(o.Graph, p, q) && o.open(source, p) && o.open(source, q) {
				return true
			}
		}
		// Meek's fourth rule matters only where directions are known beforehand.
		for _, q := range o.before(p) {
			if q != source && adjacent(o.Graph, source, q) && adjacent(o.Graph, source, p) && !adjacent(o.Graph, q, target) {
				return true
			}
		}
	}
	return false
}

package doubt

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// Leads reports whether a directed path leads from one column to another if what is doubted is as proposed, or as
// recorded. A missing link counts both ways where nothing tells its direction, and so does what no finding says because something else
// explains nearly as much.
func (r Result) Leads(g estimation.Graph, from, to int) bool {
	return r.open(g).Ancestors([]int{to}, nil)[from]
}

// Rests returns the recorded edges that alone keep a directed path from leading from one column to another, though neither times nor counts tell
// their direction: turned round, each would make one.
func (r Result) Rests(g estimation.Graph, from, to int) [][2]int {
	open := r.open(g)
	after, before := open.Descendants(from), open.Ancestors([]int{to}, nil)
	return slices.DeleteFunc(slices.Clone(r.untold), func(e [2]int) bool { return !after[e[1]] || !before[e[0]] })
}

// open is a graph with what is doubted as recorded and as proposed.
func (r Result) open(g estimation.Graph) estimation.Graph {
	for _, f := range r.Findings {
		for _, e := range f.ways() {
			g = joined(g, e)
		}
	}
	for _, e := range r.equal {
		g = joined(g, e)
	}
	return g
}

// ways are the edges that a finding proposes.
func (f Finding) ways() [][2]int {
	switch {
	case f.Kind == Missing && f.Direction == Untold:
		return [][2]int{{f.Source, f.Target}, {f.Target, f.Source}}
	case f.Kind == Missing:
		return [][2]int{{f.Source, f.Target}}
	case f.Kind == Reversed:
		return [][2]int{{f.Target, f.Source}}
	}
	return nil
}

// between are the findings on a path that [Result.Leads] finds.
func (r Result) between(g estimation.Graph, from, to int) Result {
	open := r.open(g)
	after, before := open.Descendants(from), open.Ancestors([]int{to}, nil)
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool {
		return !slices.ContainsFunc(f.ways(), func(e [2]int) bool { return after[e[0]] && before[e[1]] })
	})
	return r
}

// equalBetween are the edges of equally good repairs on a path that [Result.Leads] finds.
func (r Result) equalBetween(g estimation.Graph, from, to int) [][2]int {
	open := r.open(g)
	after, before := open.Descendants(from), open.Ancestors([]int{to}, nil)
	return slices.DeleteFunc(slices.Clone(r.equal), func(e [2]int) bool { return !after[e[0]] || !before[e[1]] })
}

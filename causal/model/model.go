package model

import (
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
)

// The most that a model is made of.
const (
	// MaxModelVariables is the most variables that bear on what is asked.
	MaxModelVariables = 200
	// MaxModelLinks is the most links into variables that one step upstream reads.
	MaxModelLinks = 20_000
)

// notRecorded is how a state is shown that a closed variable has where nothing is recorded and
// whoever declared it gave it no name.
const notRecorded = "not recorded"

// Model is what a project knows of how some variables come about: which depend on which, and
// what every episode tells of them. It does not change once it is made, and is safe for
// concurrent use.
type Model struct {
	// Derivation is what the layer which the model was made of said of itself at the moment of
	// the question.
	Derivation layer.Derivation
	// Narrow says that what bears on the context of the question alone is left out, since it
	// would be too much.
	Narrow bool
	*modelContent
}

// modelContent is what the models of several questions have in common.
type modelContent struct {
	// Status is EffectTruncated or EffectCyclic when the graph is no basis for an answer, with
	// the reason in a sentence; empty when it is one. The sample is right all the same.
	Status Status
	Reason string

	// Variables are the columns of the sample, by name, and after them the later times of those
	// that were unrolled ("retry#2"); column finds them.
	Variables []Variable
	Column    map[string]int
	// Episodes are the rows of the sample, by id; row finds them.
	Episodes []string
	Row      map[string]int
	Sample   estimation.Sample
	// Graph has the edges that are not cut. Without a status it has no circle.
	Graph estimation.Graph
	// Edges are all of them, by target and source.
	Edges []Edge
	// Looked and passed are among how many variables the counts chose parents, and how many
	// others were not looked at: few episodes tell them, or they tell less on their own.
	Looked, Passed int

	fits *modelFits
	// What follows is made when it is first needed.
	tablesOnce, networkOnce sync.Once
	tables                  *estimation.Learned
	whole                   *inference.Network
	wholeErr                error
}

// Variable is a variable of a model.
type Variable struct {
	Name string
	// States are by number, in their order as texts; at least one.
	States []string
	// Absent is the number of the state that episodes have which record none, where the
	// variable is closed; -1 where such episodes tell nothing.
	Absent int
	// Recorded is how many episodes tell a state of it.
	Recorded int
	// Kind is what its occurrences are.
	Kind factor.Kind
	// Constant says that only one state is known, so that nothing can be learned of it.
	Constant bool
}

// Edge says that a variable depends directly on another one.
type Edge struct {
	// Source and Target are columns.
	Source, Target int
	// Links are those that say so, by key; none when the counts chose the source as a parent
	// of the outcome.
	Links []link.FactorLink
	// Cut says that it is left out of the graph to undo a circle.
	Cut bool
	// Again says that the target is the next time of the source.
	Again bool
}

// Chosen reports whether the counts chose the edge, and no link says so.
func (e Edge) Chosen() bool { return len(e.Links) == 0 && !e.Again }

// evidence is how many episodes and statements say that there is such an edge.
func (e Edge) evidence() int {
	n := 0
	for _, l := range e.Links {
		n += l.Evidence.Total() + l.Statements
	}
	return n
}

// state returns the number of a state, as it is recorded or as it is shown; ok is false when
// no episode can have it.
func (v Variable) state(name string) (number int, ok bool) {
	if at := slices.Index(v.States, name); at >= 0 {
		return at, true
	}
	if name == notRecorded && v.Absent >= 0 && v.States[v.Absent] == "" {
		return v.Absent, true
	}
	return 0, false
}

// Pooled reports whether a state stands for the rarest of too many, so that nobody can choose it.
func (v Variable) Pooled(state int) bool {
	return v.States[state] == otherStates && len(v.States) > maxModelStates
}

// identity is a state as it is shown.
func (v Variable) identity(state int) factor.Identity {
	if name := v.States[state]; name != "" {
		return factor.Identity{Variable: v.Name, State: name}
	}
	return factor.Identity{Variable: v.Name, State: notRecorded}
}

// Find returns the column and the number of a state; ok is false when the model does not have it.
func (m *Model) Find(i factor.Identity) (column, state int, ok bool) {
	column, ok = m.Column[i.Variable]
	if !ok {
		return 0, 0, false
	}
	state, ok = m.Variables[column].state(i.State)
	return column, state, ok
}

// Identity is a state of a column as it is shown.
func (m *Model) Identity(column, state int) factor.Identity {
	return m.Variables[column].identity(state)
}

// edge returns the edge between two columns.
func (m *Model) edge(source, target int) (Edge, bool) {
	for _, e := range m.Edges {
		if e.Source == source && e.Target == target {
			return e, true
		}
	}
	return Edge{}, false
}

// CutLinks are the links that are left out of the graph, by key.
func (m *Model) CutLinks() []link.FactorLink {
	var out []link.FactorLink
	for _, e := range m.Edges {
		if e.Cut {
			out = append(out, e.Links...)
		}
	}
	return out
}

// ChosenParents are the names of the parents that the counts chose for the outcome.
func (m *Model) ChosenParents() []string {
	var out []string
	for _, e := range m.Edges {
		if e.Chosen() && !e.Cut {
			out = append(out, m.Variables[e.Source].Name)
		}
	}
	return out
}

// Reaches reports whether a way along the graph leads from one column to another; from every
// column one leads to itself.
func (m *Model) Reaches(from, to int) bool { return m.Upstream(to)[from] }

// Upstream reports of every column whether a way along the graph leads from it to one.
func (m *Model) Upstream(of int) []bool {
	seen := make([]bool, len(m.Variables))
	seen[of] = true
	for next := []int{of}; len(next) > 0; {
		at := next[0]
		next = next[1:]
		for _, p := range m.Graph.Parents[at] {
			if !seen[p] {
				seen[p] = true
				next = append(next, p)
			}
		}
	}
	return seen
}

// Seen is what an episode tells, by column; what it does not tell is left out. ok is false when
// the episode is not in the layer.
func (m *Model) Seen(episode string) (states map[int]int, ok bool) {
	row, ok := m.Row[episode]
	if !ok {
		return nil, false
	}
	states = map[int]int{}
	for i, c := range m.Sample.Columns {
		if s := c.Of[row]; s != estimation.Unknown {
			states[i] = int(s)
		}
	}
	return states, true
}

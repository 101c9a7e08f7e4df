package causal

import (
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// The most that a model is made of.
const (
	// maxModelVariables is the most variables that bear on what is asked.
	maxModelVariables = 200
	// maxModelLinks is the most links into variables that one step upstream reads.
	maxModelLinks = 20_000
)

// notRecorded is how a state is shown that a closed variable has where nothing is recorded and
// whoever declared it gave it no name.
const notRecorded = "not recorded"

// model is what a project knows of how some variables come about: which depend on which, and
// what every episode tells of them. It does not change once it is made, and is safe for
// concurrent use.
type model struct {
	// derivation is what the layer which the model was made of said of itself at the moment of
	// the question.
	derivation Derivation
	// narrow says that what bears on the context of the question alone is left out, since it
	// would be too much.
	narrow bool
	*modelContent
}

// modelContent is what the models of several questions have in common.
type modelContent struct {
	// status is EffectTruncated or EffectCyclic when the graph is no basis for an answer, with
	// the reason in a sentence; empty when it is one. The sample is right all the same.
	status EffectStatus
	reason string

	// variables are the columns of the sample, by name, and after them the later times of those
	// that were unrolled ("retry#2"); column finds them.
	variables []modelVariable
	column    map[string]int
	// episodes are the rows of the sample, by id; row finds them.
	episodes []string
	row      map[string]int
	sample   estimation.Sample
	// graph has the edges that are not cut. Without a status it has no circle.
	graph estimation.Graph
	// edges are all of them, by target and source.
	edges []modelEdge
	// looked and passed are among how many variables the counts chose parents, and how many
	// others were not looked at: few episodes tell them, or they tell less on their own.
	looked, passed int

	fits *modelFits
	// What follows is made when it is first needed.
	tablesOnce, networkOnce sync.Once
	tables                  *estimation.Learned
	whole                   *inference.Network
	wholeErr                error
}

// modelVariable is a variable of a model.
type modelVariable struct {
	Name string
	// States are by number, in their order as texts; at least one.
	States []string
	// Absent is the number of the state that episodes have which record none, where the
	// variable is closed; -1 where such episodes tell nothing.
	Absent int
	// Recorded is how many episodes tell a state of it.
	Recorded int
	// Kind is what its occurrences are.
	Kind FactorKind
	// constant says that only one state is known, so that nothing can be learned of it.
	constant bool
}

// modelEdge says that a variable depends directly on another one.
type modelEdge struct {
	// Source and Target are columns.
	Source, Target int
	// Links are those that say so, by key; none when the counts chose the source as a parent
	// of the outcome.
	Links []FactorLink
	// Cut says that it is left out of the graph to undo a circle.
	Cut bool
	// Again says that the target is the next time of the source.
	Again bool
}

// chosen reports whether the counts chose the edge, and no link says so.
func (e modelEdge) chosen() bool { return len(e.Links) == 0 && !e.Again }

// evidence is how many episodes and statements say that there is such an edge.
func (e modelEdge) evidence() int {
	n := 0
	for _, l := range e.Links {
		n += l.Evidence.Total() + l.Statements
	}
	return n
}

// state returns the number of a state, as it is recorded or as it is shown; ok is false when
// no episode can have it.
func (v modelVariable) state(name string) (number int, ok bool) {
	if at := slices.Index(v.States, name); at >= 0 {
		return at, true
	}
	if name == notRecorded && v.Absent >= 0 && v.States[v.Absent] == "" {
		return v.Absent, true
	}
	return 0, false
}

// pooled reports whether a state stands for the rarest of too many, so that nobody can choose it.
func (v modelVariable) pooled(state int) bool {
	return v.States[state] == otherStates && len(v.States) > maxModelStates
}

// identity is a state as it is shown.
func (v modelVariable) identity(state int) Identity {
	if name := v.States[state]; name != "" {
		return Identity{v.Name, name}
	}
	return Identity{v.Name, notRecorded}
}

// find returns the column and the number of a state; ok is false when the model does not have it.
func (m *model) find(i Identity) (column, state int, ok bool) {
	column, ok = m.column[i.Variable]
	if !ok {
		return 0, 0, false
	}
	state, ok = m.variables[column].state(i.State)
	return column, state, ok
}

// identity is a state of a column as it is shown.
func (m *model) identity(column, state int) Identity { return m.variables[column].identity(state) }

// edge returns the edge between two columns.
func (m *model) edge(source, target int) (modelEdge, bool) {
	for _, e := range m.edges {
		if e.Source == source && e.Target == target {
			return e, true
		}
	}
	return modelEdge{}, false
}

// cutLinks are the links that are left out of the graph, by key.
func (m *model) cutLinks() []FactorLink {
	var out []FactorLink
	for _, e := range m.edges {
		if e.Cut {
			out = append(out, e.Links...)
		}
	}
	return out
}

// chosenParents are the names of the parents that the counts chose for the outcome.
func (m *model) chosenParents() []string {
	var out []string
	for _, e := range m.edges {
		if e.chosen() && !e.Cut {
			out = append(out, m.variables[e.Source].Name)
		}
	}
	return out
}

// reaches reports whether a way along the graph leads from one column to another; from every
// column one leads to itself.
func (m *model) reaches(from, to int) bool { return m.upstream(to)[from] }

// upstream reports of every column whether a way along the graph leads from it to one.
func (m *model) upstream(of int) []bool {
	seen := make([]bool, len(m.variables))
	seen[of] = true
	for next := []int{of}; len(next) > 0; {
		at := next[0]
		next = next[1:]
		for _, p := range m.graph.Parents[at] {
			if !seen[p] {
				seen[p] = true
				next = append(next, p)
			}
		}
	}
	return seen
}

// seen is what an episode tells, by column; what it does not tell is left out. ok is false when
// the episode is not in the layer.
func (m *model) seen(episode string) (states map[int]int, ok bool) {
	row, ok := m.row[episode]
	if !ok {
		return nil, false
	}
	states = map[int]int{}
	for i, c := range m.sample.Columns {
		if s := c.Of[row]; s != estimation.Unknown {
			states[i] = int(s)
		}
	}
	return states, true
}

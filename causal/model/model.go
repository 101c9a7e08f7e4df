package model

import (
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// Limits of a model.
const (
	// MaxModelVariables is the most variables of a model.
	MaxModelVariables = 200
	// MaxModelLinks is the most links into variables that one step upstream reads.
	MaxModelLinks = 20_000
)

// notRecorded is the name shown for the absent state of a closed variable that was declared without
// a name for it.
const notRecorded = "not recorded"

// Model is a causal model of some variables: the graph, and the state of each variable in every
// episode. It is immutable and safe for concurrent use.
type Model struct {
	// Derivation describes the layer at the time of the question.
	Derivation layer.Derivation
	// Narrow says that the model omits what affects only the context of the question, because it would
	// be too large.
	Narrow bool
	// Doubted says what the counts say against the links where no path leads from columns to another one, but one would if that
	// were so; empty where nothing does. It is nil when nobody asked.
	Doubted func(from []int, to int) string
	// RestsOn says which links alone keep columns from leading to another one, though neither times nor counts tell their direction; empty where
	// none does. It is nil when nobody asked.
	RestsOn func(from []int, to int) string
	// DoubtedEffect says what the counts say against the links that the estimate of an effect rests on; empty where nothing does.
	// It is nil when nobody asked.
	DoubtedEffect func(u EffectUse) string
	*modelContent
}

// EffectUse is what the estimate of an effect takes from the graph, in columns.
type EffectUse struct {
	// Do are set, Target is asked for, Adjustment and Given are held fixed.
	Do                []int
	Target            int
	Adjustment, Given []int
	// Adjusted says that it compares episodes with the same states of the adjustment, Modelled that it multiplies the mechanisms
	// of the target and of all that it depends on.
	Adjusted, Modelled bool
}

// modelContent is what the models of several questions share.
type modelContent struct {
	// Status is StatusTruncated or StatusCyclic when the graph cannot answer questions, with the
	// reason in a sentence; empty otherwise. The sample is correct in any case.
	Status Status
	Reason string

	// Variables are the columns of the sample, by name, followed by the later times of unrolled
	// variables ("retry#2"). Column is their index.
	Variables []Variable
	Column    map[string]int
	// Episodes are the rows of the sample, by id. Row is their index.
	Episodes []string
	Row      map[string]int
	Sample   estimation.Sample
	// Graph has the edges that are not cut. It is acyclic when Status is empty.
	Graph estimation.Graph
	// Edges are all edges, by target and source.
	Edges []Edge
	// Looked is the number of variables among which the counts chose parents, Passed the number of
	// others: few episodes record them, or they have less information on their own.
	Looked, Passed int
	// Aside are the variables whose links to the target are left out: they come after an action, and
	// no link says that they follow from it.
	Aside []string
	// Unordered are the variables that say something about the target, but of which nobody knows
	// whether they come before or after the actions.
	Unordered []string
	// Backward are the links that point against the time. They are read the other way round.
	Backward []link.FactorLink
	// Untold are events that are told only when they occur. They may decide about an action and bear on
	// the target.
	Untold []Untold
	// Unread is the number of texts that are too many to be read. What they tell is not held fixed.
	Unread int

	// Observed has the variables with their times in all episodes, without composites and later times.
	Observed *dataset.Dataset

	fits *modelFits
	// The following are computed on first use.
	tablesOnce, networkOnce sync.Once
	tables                  *estimation.Learned
	whole                   *inference.Network
	wholeErr                error
}

// Variable is a variable of a model.
type Variable struct {
	Name string
	// States are ordered by name; there is at least one.
	States []string
	// Absent is the number of the state of episodes that record none, if the variable is closed; -1 if
	// their state is unknown.
	Absent int
	// Recorded is the number of episodes that record a state.
	Recorded int
	// Kind is the kind of its occurrences.
	Kind factor.Kind
	// Constant says that only one state is known, so that nothing can be learned.
	Constant bool
	// Composite says that it is put together from events, of which each tells one of its states.
	Composite bool
}

// Edge says that one variable depends directly on another.
type Edge struct {
	// Source and Target are columns.
	Source, Target int
	// Links are the links that state it, by key; none when the counts chose the source as a parent of
	// the outcome.
	Links []link.FactorLink
	// Cut says that it is left out of the graph to break a cycle.
	Cut bool
	// Again says that the target is the next time of the source.
	Again bool
}

// Chosen reports whether the counts chose the edge and no link states it.
func (e Edge) Chosen() bool { return len(e.Links) == 0 && !e.Again }

// evidence is the number of episodes and statements behind the edge.
func (e Edge) evidence() int {
	n := 0
	for _, l := range e.Links {
		n += l.Evidence.Total() + l.Statements
	}
	return n
}

// stated reports whether somebody stated a link of the edge.
func (e Edge) stated() bool {
	return slices.ContainsFunc(e.Links, func(l link.FactorLink) bool { return l.Statements > 0 })
}

// state returns the number of a state by its recorded or shown name. ok is false when no episode
// can have it.
func (v Variable) state(name string) (number int, ok bool) {
	if at := slices.Index(v.States, name); at >= 0 {
		return at, true
	}
	if name == notRecorded && v.Absent >= 0 && v.States[v.Absent] == "" {
		return v.Absent, true
	}
	return 0, false
}

// Pooled reports whether a state pools the rarest of too many, so that nobody can choose it.
func (v Variable) Pooled(state int) bool {
	return v.States[state] == otherStates && len(v.States) > maxModelStates
}

// identity is a state under its shown name.
func (v Variable) identity(state int) factor.Identity {
	if name := v.States[state]; name != "" {
		return factor.Identity{Variable: v.Name, State: name}
	}
	return factor.Identity{Variable: v.Name, State: notRecorded}
}

// Find returns the column and the number of a state. ok is false when the model does not have it.
func (m *Model) Find(i factor.Identity) (column, state int, ok bool) {
	column, ok = m.Column[i.Variable]
	if !ok {
		return 0, 0, false
	}
	state, ok = m.Variables[column].state(i.State)
	return column, state, ok
}

// Identity is a state of a column under its shown name.
func (m *Model) Identity(column, state int) factor.Identity {
	return m.Variables[column].identity(state)
}

// bases are the bases of each link of the edge. A parent that the counts chose is measured.
func (e Edge) bases() [][]episodic.Basis {
	if e.Chosen() {
		return [][]episodic.Basis{{episodic.BasisMeasured}}
	}
	out := make([][]episodic.Basis, len(e.Links))
	for i, l := range e.Links {
		out[i] = l.Bases()
	}
	return out
}

// onlyTemporal reports whether all links of the edge show nothing but the order in time.
func (e Edge) onlyTemporal() bool {
	return len(e.Links) > 0 && !slices.ContainsFunc(e.Links, func(l link.FactorLink) bool { return !l.OnlyTemporal() })
}

// Bases counts the links behind the edges of the graph that are on a path, by their bases; on reports
// whether the edge from one column to another is.
func (m *Model) Bases(on func(source, target int) bool) []link.BasisTotal {
	var all [][]episodic.Basis
	for _, e := range m.Edges {
		if !e.Cut && on(e.Source, e.Target) {
			all = append(all, e.bases()...)
		}
	}
	return link.TotalBases(all)
}

// BeyondTime is the graph without the edges that show nothing but the order in time.
func (m *Model) BeyondTime() estimation.Graph {
	return graphOf(slices.DeleteFunc(slices.Clone(m.Edges), Edge.onlyTemporal), len(m.Variables))
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

// ChosenParents are the names of the parents that the counts chose.
func (m *Model) ChosenParents() []string {
	var out []string
	for _, e := range m.Edges {
		if e.Chosen() && !e.Cut {
			out = append(out, m.Variables[e.Source].Name)
		}
	}
	return out
}

// Reaches reports whether a directed path leads from one column to another. Every column reaches
// itself.
func (m *Model) Reaches(from, to int) bool { return m.Upstream(to)[from] }

// Upstream reports for each column whether a directed path leads from it to a given one.
func (m *Model) Upstream(of int) []bool { return m.Graph.Ancestors([]int{of}, nil) }

// Seen are the known states of an episode, by column. ok is false when the layer does not have the
// episode.
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

package model

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// modelBuild gathers what a model is made of.
type modelBuild struct {
	*modelView

	// names are the variables, in the order in which they were met.
	names []string
	in    map[string]bool
	// chosen are parents that the counts chose, by variable.
	chosen map[string][]string
	// looked and passed are among how many variables they were chosen, and how many others were
	// not looked at.
	looked, passed int
	// truncated says that more bears on what is asked than is looked at.
	truncated bool
	// crowded says that more links lead to it than are read.
	crowded bool
}

// build makes a model of the targets and actions that there are, and of all that bears on them.
func (v *modelView) build(ctx context.Context, targets, actions []string) (*Model, error) {
	names := text.Sorted(slices.Concat(targets, actions))
	b := &modelBuild{modelView: v, in: map[string]bool{}, chosen: map[string][]string{}}
	if err := b.readVariables(ctx, names); err != nil {
		return nil, err
	}
	if err := b.readFactors(ctx, names); err != nil {
		return nil, err
	}
	var known []string
	for _, name := range text.Sorted(names) {
		if _, there := b.variables[name]; there || len(b.factors[name]) > 0 {
			known = append(known, name)
		}
	}
	if err := b.climb(ctx, known); err != nil {
		return nil, err
	}
	if b.in[factor.VariableOutcome] {
		if err := b.chooseParents(ctx, text.Sorted(actions)); err != nil {
			return nil, err
		}
	}
	slices.Sort(b.names)
	if err := b.readVariables(ctx, b.names); err != nil {
		return nil, err
	}
	if err := b.readColumns(ctx, b.names); err != nil {
		return nil, err
	}
	if err := b.settle(ctx); err != nil {
		return nil, err
	}
	return b.model(), nil
}

// climb adds variables and all that is upstream of them.
func (b *modelBuild) climb(ctx context.Context, next []string) error {
	for {
		var fresh []string
		for _, name := range next {
			if !b.in[name] && len(b.names) < MaxModelVariables {
				b.in[name] = true
				b.names = append(b.names, name)
				fresh = append(fresh, name)
			}
			b.truncated = b.truncated || !b.in[name]
		}
		if len(fresh) == 0 {
			return nil
		}
		more, err := b.readLinks(ctx, fresh)
		if err != nil {
			return err
		}
		if more {
			b.crowded = true
			return nil
		}
		next = nil
		for _, name := range fresh {
			for _, l := range b.links[name] {
				if actsDirectly(l) {
					next = append(next, l.Source.Variable)
				}
			}
		}
		next = text.Sorted(next)
	}
}

// actsDirectly reports whether a link makes one variable depend on another one. What correlates
// has no causal meaning.
func actsDirectly(l link.FactorLink) bool { return l.Relation != episodic.RelationCorrelates }

// model puts the parts together.
func (b *modelBuild) model() *Model {
	told := b.told
	if len(b.names) == 0 {
		told = emptyDataset() // rows of nothing are none
	}
	m := &Model{Derivation: b.derivation, modelContent: &modelContent{
		Column: make(map[string]int, len(b.names)), Episodes: told.episodes, Row: told.row,
		Sample: estimation.Sample{Rows: len(told.episodes)}, Fits: b.fits,
		Looked: b.looked, Passed: b.passed,
	}}
	for i, name := range b.names {
		m.Column[name] = i
		c := b.columnOf(name)
		m.Variables = append(m.Variables, c.variable)
		m.Sample.Columns = append(m.Sample.Columns, c.Column)
	}
	m.Edges = b.edges(m.Column)
	if circle := cutCircles(m.Edges, len(b.names)); circle != nil {
		m.Status = StatusCyclic
		m.Reason = fmt.Sprintf("%s depend on each other in a circle, and no link of it rests on less than the others.", listedNames(m, circle))
	}
	if b.truncated {
		m.Status = StatusTruncated
		m.Reason = fmt.Sprintf("More than %d variables bear on the target, or on the context with it.", MaxModelVariables)
	}
	if b.crowded {
		m.Status = StatusTruncated
		m.Reason = fmt.Sprintf("More than %d links lead to what bears on the target, or on the context with it.", MaxModelLinks)
	}
	if m.Status == "" {
		b.unroll(m)
	}
	m.Graph = graphOf(m.Edges, len(m.Variables))
	return m
}

// edges joins the links between two variables each.
func (b *modelBuild) edges(column map[string]int) []modelEdge {
	var out []modelEdge
	for target, name := range b.names {
		links := map[int][]link.FactorLink{}
		for _, l := range b.links[name] {
			if source, in := column[l.Source.Variable]; in && actsDirectly(l) {
				links[source] = append(links[source], l)
			}
		}
		for _, parent := range b.chosen[name] {
			if source, in := column[parent]; in && links[source] == nil {
				links[source] = []link.FactorLink{}
			}
		}
		for _, source := range slices.Sorted(maps.Keys(links)) {
			out = append(out, modelEdge{Source: source, Target: target, Links: links[source]})
		}
	}
	return out
}

// graphOf is the graph of the edges that are not cut.
func graphOf(edges []modelEdge, columns int) estimation.Graph {
	g := estimation.Graph{Parents: make([][]int, columns)}
	for _, e := range edges {
		if !e.Cut {
			g.Parents[e.Target] = append(g.Parents[e.Target], e.Source)
		}
	}
	return g
}

// maxModelStates is the most states of a variable that are told apart; the rarest of more are
// one, named otherStates.
const (
	maxModelStates = 50
	otherStates    = "any other"
)

// modelColumn is a variable with what the episodes tell of it.
type modelColumn struct {
	estimation.Column

	variable Variable
}

// columnOf returns the column of a variable whose row, states and cells were read.
func (v *modelView) columnOf(name string) modelColumn {
	c, made := v.columns[name]
	if !made {
		c = v.makeColumn(name)
		v.columns[name] = c
	}
	return c
}

func (v *modelView) makeColumn(name string) modelColumn {
	told, row := v.told.columns[name], v.variables[name]
	out := Variable{Name: name, Absent: -1, Recorded: row.Recorded, Kind: kindOf(v.factors[name])}
	count := make([]int, len(told.states))
	absent := false
	for _, s := range told.of {
		if s >= 0 {
			count[s]++
		}
		absent = absent || s == notObserved && row.Closed
	}
	kept := keptStates(told.states, count)
	if len(kept) == 0 && !absent {
		for _, f := range v.factors[name] {
			kept = append(kept, f.State)
		}
	}
	out.States = kept
	if absent && !slices.Contains(out.States, row.AbsentState) {
		out.States = append(out.States, row.AbsentState)
	}
	slices.Sort(out.States)
	if absent {
		out.Absent = slices.Index(out.States, row.AbsentState)
	}
	if len(out.States) == 0 {
		out.States = []string{otherStates}
	}
	out.Constant = len(out.States) == 1
	return modelColumn{estimation.Column{States: len(out.States), Of: out.cells(told)}, out}
}

// keptStates are the states that episodes tell, but for the rarest of too many, which are one.
func keptStates(states []string, count []int) []string {
	var kept []int
	for i, n := range count {
		if n > 0 {
			kept = append(kept, i)
		}
	}
	slices.SortFunc(kept, func(a, b int) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(states[a], states[b]))
	})
	var out []string
	for i, s := range kept {
		if i == maxModelStates && len(kept) > maxModelStates+1 {
			out = append(out, otherStates)
			break
		}
		out = append(out, states[s])
	}
	return out
}

// cells are the states of the rows as they are numbered in the model.
func (v Variable) cells(told *datasetColumn) []int16 {
	other := slices.Index(v.States, otherStates)
	number := make([]int16, len(told.states))
	for i, name := range told.states {
		at := slices.Index(v.States, name)
		if at < 0 {
			at = other
		}
		number[i] = int16(at) //nolint:gosec // there are few states
	}
	out := make([]int16, len(told.of))
	for i, s := range told.of {
		switch {
		case s >= 0:
			out[i] = number[s]
		case s == notObserved:
			out[i] = int16(v.Absent) //nolint:gosec // a state, or -1, which is Unknown
		default:
			out[i] = estimation.Unknown
		}
	}
	return out
}

// kindOf is what the occurrences of a variable with those states are.
func kindOf(states []factor.Factor) factor.Kind {
	var all factor.Factor
	for _, f := range states {
		all.Kinds.Add(f.Kinds, 1)
	}
	return all.Kind()
}

package causal

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/episodic"
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
func (v *modelView) build(ctx context.Context, targets, actions []string) (*model, error) {
	names := sorted(slices.Concat(targets, actions))
	b := &modelBuild{modelView: v, in: map[string]bool{}, chosen: map[string][]string{}}
	if err := b.readVariables(ctx, names); err != nil {
		return nil, err
	}
	if err := b.readFactors(ctx, names); err != nil {
		return nil, err
	}
	var known []string
	for _, name := range sorted(names) {
		if _, there := b.variables[name]; there || len(b.factors[name]) > 0 {
			known = append(known, name)
		}
	}
	if err := b.climb(ctx, known); err != nil {
		return nil, err
	}
	if b.in[VariableOutcome] {
		if err := b.chooseParents(ctx, sorted(actions)); err != nil {
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
			if !b.in[name] && len(b.names) < maxModelVariables {
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
		next = sorted(next)
	}
}

// actsDirectly reports whether a link makes one variable depend on another one. What correlates
// has no causal meaning.
func actsDirectly(l FactorLink) bool { return l.Relation != episodic.RelationCorrelates }

// model puts the parts together.
func (b *modelBuild) model() *model {
	told := b.told
	if len(b.names) == 0 {
		told = emptyTold() // rows of nothing are none
	}
	m := &model{derivation: b.derivation, modelContent: &modelContent{
		column: make(map[string]int, len(b.names)), episodes: told.episodes, row: told.row,
		sample: estimation.Sample{Rows: len(told.episodes)}, fits: b.fits,
		looked: b.looked, passed: b.passed,
	}}
	for i, name := range b.names {
		m.column[name] = i
		c := b.columnOf(name)
		m.variables = append(m.variables, c.variable)
		m.sample.Columns = append(m.sample.Columns, c.Column)
	}
	m.edges = b.edges(m.column)
	if circle := cutCircles(m.edges, len(b.names)); circle != nil {
		m.status = EffectCyclic
		m.reason = fmt.Sprintf("%s depend on each other in a circle, and no link of it rests on less than the others.", listedNames(m, circle))
	}
	if b.truncated {
		m.status = EffectTruncated
		m.reason = fmt.Sprintf("More than %d variables bear on the target, or on the context with it.", maxModelVariables)
	}
	if b.crowded {
		m.status = EffectTruncated
		m.reason = fmt.Sprintf("More than %d links lead to what bears on the target, or on the context with it.", maxModelLinks)
	}
	if m.status == "" {
		b.unroll(m)
	}
	m.graph = graphOf(m.edges, len(m.variables))
	return m
}

// edges joins the links between two variables each.
func (b *modelBuild) edges(column map[string]int) []modelEdge {
	var out []modelEdge
	for target, name := range b.names {
		links := map[int][]FactorLink{}
		for _, l := range b.links[name] {
			if source, in := column[l.Source.Variable]; in && actsDirectly(l) {
				links[source] = append(links[source], l)
			}
		}
		for _, parent := range b.chosen[name] {
			if source, in := column[parent]; in && links[source] == nil {
				links[source] = []FactorLink{}
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

	variable modelVariable
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
	out := modelVariable{Name: name, Absent: -1, Recorded: row.Recorded, Kind: kindOf(v.factors[name])}
	count := make([]int, len(told.states))
	absent := false
	for _, s := range told.of {
		if s >= 0 {
			count[s]++
		}
		absent = absent || s == toldNothing && row.Closed
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
	out.constant = len(out.States) == 1
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
func (v modelVariable) cells(told *toldColumn) []int16 {
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
		case s == toldNothing:
			out[i] = int16(v.Absent) //nolint:gosec // a state, or -1, which is Unknown
		default:
			out[i] = estimation.Unknown
		}
	}
	return out
}

// kindOf is what the occurrences of a variable with those states are.
func kindOf(states []Factor) FactorKind {
	var all Factor
	for _, f := range states {
		all.Kinds.add(f.Kinds, 1)
	}
	return all.Kind()
}

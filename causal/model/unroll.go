package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// What of a circle is unrolled: a variable that an episode tells again has a column for each time.
const (
	// maxSlices is the most times of one variable.
	maxSlices = 5
	// notRepeated is the state of a variable at a time when an episode does not tell it again.
	notRepeated = "not again"
)

// unrolling makes the later times of variables part of a model.
type unrolling struct {
	*modelBuild

	m *Model
	// times are the columns of a column by time, the first of which is itself.
	times map[int][]int
}

// unroll gives the variables later times at which circles were cut and that enough episodes tell
// again. What is cut leads to the next time then: a retry comes after the error that it is made
// for, and before the next one.
func (b *modelBuild) unroll(m *Model) {
	u := &unrolling{b, m, map[int][]int{}}
	for _, e := range m.Edges {
		if e.Cut && u.times[e.Target] == nil {
			u.addTimes(e.Target)
		}
	}
	if len(u.times) == 0 {
		return
	}
	var edges []modelEdge
	for _, e := range m.Edges {
		edges = append(edges, u.unrolled(e)...)
	}
	for _, at := range sortedKeys(u.times) {
		for i, column := range u.times[at][1:] {
			edges = append(edges, modelEdge{Source: u.times[at][i], Target: column, Again: true})
		}
	}
	m.Edges = inOrderOfEnds(edges)
}

// addTimes adds a column for each later time of a column that enough episodes tell.
func (u *unrolling) addTimes(column int) {
	v := u.m.Variables[column]
	told := u.told.columns[v.Name]
	for time := 2; time <= maxSlices; time++ {
		name := fmt.Sprintf("%s#%d", v.Name, time)
		_, taken := u.m.Column[name]
		c, episodes := timeColumn(v, told, time)
		if taken || episodes < LeastRecorded || u.variables[name].Name != "" || c.variable.Constant {
			return
		}
		if u.times[column] == nil {
			u.times[column] = []int{column}
		}
		at := len(u.m.Variables)
		u.times[column] = append(u.times[column], at)
		c.variable.Name, c.variable.Recorded = name, episodes
		u.m.Column[name] = at
		u.m.Variables = append(u.m.Variables, c.variable)
		u.m.Sample.Columns = append(u.m.Sample.Columns, c.Column)
	}
}

// timeColumn is what episodes tell of a variable at a later time, and how many tell a state.
func timeColumn(v Variable, told *datasetColumn, time int) (c modelColumn, episodes int) {
	state := func(row int) string {
		states := told.again[row]
		switch {
		case len(states) >= time && states[time-1] >= 0:
			return told.states[states[time-1]]
		case told.of[row] == ambiguous, told.of[row] == notObserved && v.Absent < 0,
			len(states) > 0 && states[len(states)-1] == ambiguous:
			return ""
		default:
			return notRepeated
		}
	}
	count := map[string]int{}
	for row := range told.of {
		count[state(row)]++
	}
	delete(count, "")
	out := Variable{Kind: v.Kind, States: keysIn(count), Constant: len(count) < 2}
	out.Absent = slices.Index(out.States, notRepeated)
	c = modelColumn{estimation.Column{States: len(out.States), Of: make([]int16, len(told.of))}, out}
	for row := range told.of {
		c.Of[row] = int16(slices.Index(out.States, state(row))) //nolint:gosec // a state, or -1, which is Unknown
		if c.Of[row] >= 0 && int(c.Of[row]) != out.Absent {
			episodes++
		}
	}
	return c, episodes
}

// unrolled are the edges that one edge is between the times of its ends. One that was cut leads
// from each time to the next; the others lead from each time to the same one, and to a target
// without times from all.
func (u *unrolling) unrolled(e modelEdge) []modelEdge {
	sources, targets := u.timesOf(e.Source), u.timesOf(e.Target)
	var out []modelEdge
	join := func(source, target int) {
		out = append(out, modelEdge{Source: source, Target: target, Links: e.Links})
	}
	switch {
	case e.Cut && len(targets) > 1:
		for i, target := range targets[1:] {
			join(sources[min(i, len(sources)-1)], target)
		}
	case e.Cut:
		return []modelEdge{e}
	case len(targets) > 1:
		for i, target := range targets {
			join(sources[min(i, len(sources)-1)], target)
		}
	case u.circular(e):
		return []modelEdge{e}
	default:
		for _, source := range sources {
			join(source, e.Target)
		}
	}
	return out
}

func (u *unrolling) timesOf(column int) []int {
	if times := u.times[column]; times != nil {
		return times
	}
	return []int{column}
}

// circular reports whether the target of an edge leads back to its source by what was cut, so
// that it cannot depend on later times of it.
func (u *unrolling) circular(e modelEdge) bool {
	reached := map[int]bool{e.Target: true}
	for grown := true; grown; {
		grown = false
		for _, other := range u.m.Edges {
			if reached[other.Source] && !reached[other.Target] {
				reached[other.Target], grown = true, true
			}
		}
	}
	return reached[e.Source]
}

// inOrderOfEnds are edges by target and source, each once.
func inOrderOfEnds(edges []modelEdge) []modelEdge {
	slices.SortStableFunc(edges, func(a, b modelEdge) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Source, b.Source))
	})
	return slices.CompactFunc(edges, func(a, b modelEdge) bool { return a.Target == b.Target && a.Source == b.Source })
}

func sortedKeys(in map[int][]int) []int {
	var out []int
	for k := range in {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

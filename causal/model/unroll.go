package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/estimation"
)

// How cycles are unrolled: a variable that episodes record repeatedly gets a column per time.
const (
	// maxSlices is the most columns of one variable.
	maxSlices = 5
	// notRepeated is the state of a later column in episodes that do not record the variable again.
	notRepeated = "not again"
)

// unrolling adds the later times of variables to a model.
type unrolling struct {
	*draft

	m *Model
	// times are the columns of a variable by time; its first column is the key.
	times map[int][]int
}

// unroll adds later times of the variables at which cycles were cut, as far as enough episodes
// record them again. A cut edge then leads to the next time: a retry comes after the error that it
// reacts to, and before the next one.
func (d *draft) unroll(m *Model) {
	u := &unrolling{d, m, map[int][]int{}}
	for _, e := range m.Edges {
		if e.Cut && u.times[e.Target] == nil {
			u.addTimes(e.Target)
		}
	}
	if len(u.times) == 0 {
		return
	}
	var edges []Edge
	for _, e := range m.Edges {
		edges = append(edges, u.unrolled(e)...)
	}
	for _, at := range sortedKeys(u.times) {
		for i, column := range u.times[at][1:] {
			edges = append(edges, Edge{Source: u.times[at][i], Target: column, Again: true})
		}
	}
	m.Edges = inOrderOfEnds(edges)
}

// addTimes adds a column for each later time of a variable that enough episodes record.
func (u *unrolling) addTimes(column int) {
	v := u.m.Variables[column]
	observed := u.cellsOf(v.Name)
	for time := 2; time <= maxSlices; time++ {
		name := fmt.Sprintf("%s#%d", v.Name, time)
		_, taken := u.m.Column[name]
		c, episodes := timeColumn(v, observed, time)
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

// timeColumn is the column of a variable at a later time. episodes is how many record a state then.
func timeColumn(v Variable, observed *dataset.Column, time int) (c modelColumn, episodes int) {
	state := func(row int) string {
		states := observed.Sequences[row]
		switch {
		case len(states) >= time && states[time-1] >= 0:
			return observed.States[states[time-1]]
		case observed.Of[row] == dataset.Ambiguous, observed.Of[row] == dataset.NotObserved && v.Absent < 0,
			len(states) > 0 && states[len(states)-1] == dataset.Ambiguous:
			return ""
		default:
			return notRepeated
		}
	}
	count := map[string]int{}
	for row := range observed.Of {
		count[state(row)]++
	}
	delete(count, "")
	out := Variable{Kind: v.Kind, States: keysIn(count), Constant: len(count) < 2}
	out.Absent = slices.Index(out.States, notRepeated)
	c = modelColumn{estimation.Column{States: len(out.States), Of: make([]int16, len(observed.Of))}, out}
	for row := range observed.Of {
		c.Of[row] = int16(slices.Index(out.States, state(row))) //nolint:gosec // a state, or -1, which is Unknown
		if c.Of[row] >= 0 && int(c.Of[row]) != out.Absent {
			episodes++
		}
	}
	return c, episodes
}

// unrolled are the edges between the times of the ends of an edge. A cut edge leads from each time
// to the next, any other edge from each time to the same one. Into a target without later times it
// leads from all.
func (u *unrolling) unrolled(e Edge) []Edge {
	sources, targets := u.timesOf(e.Source), u.timesOf(e.Target)
	var out []Edge
	join := func(source, target int) {
		out = append(out, Edge{Source: source, Target: target, Links: e.Links})
	}
	switch {
	case e.Cut && len(targets) > 1:
		for i, target := range targets[1:] {
			join(sources[min(i, len(sources)-1)], target)
		}
	case e.Cut:
		return []Edge{e}
	case len(targets) > 1:
		for i, target := range targets {
			join(sources[min(i, len(sources)-1)], target)
		}
	case u.circular(e):
		return []Edge{e}
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

// circular reports whether the target of an edge leads back to its source, cut edges included. It
// cannot depend on later times of the source then.
func (u *unrolling) circular(e Edge) bool {
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

// inOrderOfEnds are the edges by target and source, each once.
func inOrderOfEnds(edges []Edge) []Edge {
	slices.SortStableFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Source, b.Source))
	})
	return slices.CompactFunc(edges, func(a, b Edge) bool { return a.Target == b.Target && a.Source == b.Source })
}

func sortedKeys(in map[int][]int) []int {
	var out []int
	for k := range in {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

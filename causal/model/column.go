package model

import (
	"cmp"
	"slices"

	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
)

// maxModelStates is the most states of a variable that a model distinguishes. It pools the rarest
// of more into one, named otherStates.
const (
	maxModelStates = 50
	otherStates    = "any other"
)

// modelColumn is a variable with its cells.
type modelColumn struct {
	estimation.Column

	variable Variable
}

// columnOf returns the column of a variable. The snapshot must have the variable, its states and
// its cells.
func (l *learner) columnOf(name string) modelColumn {
	c, made := l.columns[name]
	if !made {
		c = l.makeColumn(name)
		l.columns[name] = c
	}
	return c
}

func (l *learner) makeColumn(name string) modelColumn {
	observed, row := l.observed.Columns[name], l.variables[name]
	out := Variable{Name: name, Absent: -1, Recorded: row.Recorded, Kind: kindOf(l.factors[name])}
	count := make([]int, len(observed.States))
	absent := false
	for _, s := range observed.Of {
		if s >= 0 {
			count[s]++
		}
		absent = absent || s == dataset.NotObserved && row.Closed
	}
	kept := keptStates(observed.States, count)
	if len(kept) == 0 && !absent {
		for _, f := range l.factors[name] {
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
	return modelColumn{estimation.Column{States: len(out.States), Of: out.cells(observed)}, out}
}

// keptStates are the observed states, the rarest of too many pooled into one.
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

// cells are the states of the rows by their numbers in the model.
func (v Variable) cells(observed *dataset.Column) []int16 {
	other := slices.Index(v.States, otherStates)
	number := make([]int16, len(observed.States))
	for i, name := range observed.States {
		at := slices.Index(v.States, name)
		if at < 0 {
			at = other
		}
		number[i] = int16(at) //nolint:gosec // there are few states
	}
	out := make([]int16, len(observed.Of))
	for i, s := range observed.Of {
		switch {
		case s >= 0:
			out[i] = number[s]
		case s == dataset.NotObserved:
			out[i] = int16(v.Absent) //nolint:gosec // a state, or -1, which is Unknown
		default:
			out[i] = estimation.Unknown
		}
	}
	return out
}

// kindOf is the kind of a variable with those states.
func kindOf(states []factor.Factor) factor.Kind {
	var all factor.Factor
	for _, f := range states {
		all.Kinds.Add(f.Kinds, 1)
	}
	return all.Kind()
}

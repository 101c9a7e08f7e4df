package model

import (
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
	observed, row := l.cellsOf(name), l.variables[name]
	out := Variable{Name: name, Absent: -1, Recorded: row.Recorded, Kind: factor.KindOf(l.factors[name]), Composite: l.isComposite(name)}
	absent := row.Closed && slices.Contains(observed.Of, dataset.NotObserved)
	kept := observed.Frequent(maxModelStates, otherStates)
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

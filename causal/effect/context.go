package effect

import (
	"cmp"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/naming"
)

// condition finds the states of the context to condition on: they come before the actions, say
// something about the target, and enough episodes share them.
func (w *effectQuery) condition() map[int]int {
	down := w.descendants()
	before := map[int]int{}
	for _, id := range w.q.Context {
		column, state, ok := w.m.Find(id)
		_, set := w.do[column]
		switch {
		case !ok:
			w.out.Dropped = append(w.out.Dropped, id)
		case set || column == w.target:
			continue
		case down[column]:
			w.out.Unused = append(w.out.Unused, w.m.Identity(column, state))
		default:
			before[column] = state
		}
	}
	given := w.relaxContext(w.relevantContext(before))
	w.out.Context = w.identities(given)
	slices.SortFunc(w.out.Unused, naming.ByVariable)
	return given
}

// relevantContext leaves out the states that are d-separated from the target given the others and
// the actions.
func (w *effectQuery) relevantContext(context map[int]int) map[int]int {
	out := map[int]int{}
	for column, state := range context {
		seen := make([]bool, len(w.m.Variables))
		for other := range context {
			seen[other] = other != column
		}
		if w.dSeparated(column, seen) {
			w.out.Unused = append(w.out.Unused, w.m.Identity(column, state))
		} else {
			out[column] = state
		}
	}
	return out
}

// relaxContext drops the state with the least information about the target, as long as too few
// episodes share the context.
func (w *effectQuery) relaxContext(context map[int]int) map[int]int {
	if len(context) == 0 {
		return context
	}
	mismatches, sharing := w.mismatches(context)
	if sharing >= LeastChosen {
		return context
	}
	information := map[int]float64{}
	for column := range context {
		information[column] = estimation.MutualInformation(w.m.Sample.Columns[column], w.m.Sample.Columns[w.target])
	}
	least := slices.SortedFunc(maps.Keys(context), func(a, b int) int {
		return cmp.Or(cmp.Compare(information[a], information[b]), cmp.Compare(a, b))
	})
	kept := maps.Clone(context)
	for _, column := range least {
		if sharing >= LeastChosen {
			break
		}
		state := kept[column]
		w.out.Dropped = append(w.out.Dropped, w.m.Identity(column, state))
		delete(kept, column)
		for row, cell := range w.m.Sample.Columns[column].Of {
			if mismatches[row] > 0 && int(cell) != state {
				if mismatches[row]--; mismatches[row] == 0 {
					sharing++
				}
			}
		}
	}
	return kept
}

// mismatches counts for each row the states of the context that it does not have; the count of a
// row that does not know the target is -1. sharing is the number of rows that have all of them.
func (w *effectQuery) mismatches(context map[int]int) (mismatches []int, sharing int) {
	target := w.m.Sample.Columns[w.target].Of
	mismatches = make([]int, len(target))
	for column, state := range context {
		for row, cell := range w.m.Sample.Columns[column].Of {
			if int(cell) != state {
				mismatches[row]++
			}
		}
	}
	for row, cell := range target {
		switch {
		case cell == estimation.Unknown:
			mismatches[row] = -1
		case mismatches[row] == 0:
			sharing++
		}
	}
	return mismatches, sharing
}

// identities are the states, ordered by variable.
func (w *effectQuery) identities(states map[int]int) []factor.Identity {
	out := make([]factor.Identity, 0, len(states))
	for column, state := range states {
		out = append(out, w.m.Identity(column, state))
	}
	slices.SortFunc(out, naming.ByVariable)
	return out
}

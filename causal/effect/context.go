package effect

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
)

// condition finds which states of the context are held: those that come before what is set, say
// something about the target, and that enough episodes share.
func (w *effectQuery) condition() {
	down := w.descendants()
	held := map[int]int{}
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
			held[column] = state
		}
	}
	w.given = w.relevantContext(held)
	w.relaxContext()
	w.out.Context = w.identities(w.given)
	slices.SortFunc(w.out.Unused, byVariable)
}

// relevantContext leaves out what says nothing about the target once the rest is known and the actions
// are set: what is separated from it.
func (w *effectQuery) relevantContext(held map[int]int) map[int]int {
	out := map[int]int{}
	for column, state := range held {
		seen := make([]bool, len(w.m.Variables))
		for other := range held {
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

// relaxContext lets go of the state that says least about the target, as long as too few episodes
// share the context.
func (w *effectQuery) relaxContext() {
	if len(w.given) == 0 {
		return
	}
	otherwise, sharing := w.otherwise()
	if sharing >= LeastChosen {
		return
	}
	information := map[int]float64{}
	for column := range w.given {
		information[column] = mutual(w.m, column, w.target)
	}
	least := slices.SortedFunc(maps.Keys(w.given), func(a, b int) int {
		return cmp.Or(cmp.Compare(information[a], information[b]), cmp.Compare(a, b))
	})
	for _, column := range least {
		if sharing >= LeastChosen {
			return
		}
		state := w.given[column]
		w.out.Dropped = append(w.out.Dropped, w.m.Identity(column, state))
		delete(w.given, column)
		for row, told := range w.m.Sample.Columns[column].Of {
			if otherwise[row] > 0 && int(told) != state {
				if otherwise[row]--; otherwise[row] == 0 {
					sharing++
				}
			}
		}
	}
}

// otherwise counts of each row that tells the target how many states of the context it does not
// have; it is below 0 for other rows. sharing is how many rows have them all.
func (w *effectQuery) otherwise() (otherwise []int, sharing int) {
	target := w.m.Sample.Columns[w.target].Of
	otherwise = make([]int, len(target))
	for column, state := range w.given {
		for row, told := range w.m.Sample.Columns[column].Of {
			if int(told) != state {
				otherwise[row]++
			}
		}
	}
	for row, told := range target {
		switch {
		case told == estimation.Unknown:
			otherwise[row] = -1
		case otherwise[row] == 0:
			sharing++
		}
	}
	return otherwise, sharing
}

// mutual is how much two variables tell of each other, in nats, over the episodes that tell both.
func mutual(m *model.Model, a, b int) float64 {
	x, y := m.Sample.Columns[a], m.Sample.Columns[b]
	counts, total := make([]float64, x.States*y.States), 0.0
	ofX, ofY := make([]float64, x.States), make([]float64, y.States)
	for row, state := range x.Of {
		if other := y.Of[row]; state != estimation.Unknown && other != estimation.Unknown {
			counts[int(state)*y.States+int(other)]++
			ofX[state]++
			ofY[other]++
			total++
		}
	}
	sum := 0.0
	for cell, n := range counts {
		if n > 0 {
			sum += n / total * math.Log(n*total/(ofX[cell/y.States]*ofY[cell%y.States]))
		}
	}
	return sum
}

// identities are states by column, by the name of their variable.
func (w *effectQuery) identities(states map[int]int) []factor.Identity {
	out := make([]factor.Identity, 0, len(states))
	for column, state := range states {
		out = append(out, w.m.Identity(column, state))
	}
	slices.SortFunc(out, byVariable)
	return out
}

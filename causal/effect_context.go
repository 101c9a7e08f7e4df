package causal

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// hold finds which states of the context are held: those that come before what is set, say
// something about the target, and that enough episodes share.
func (w *weighing) hold() {
	down := w.descendants()
	held := map[int]int{}
	for _, id := range w.q.context {
		column, state, ok := w.m.find(id)
		_, set := w.do[column]
		switch {
		case !ok:
			w.out.Dropped = append(w.out.Dropped, id)
		case set || column == w.target:
			continue
		case down[column]:
			w.out.Unused = append(w.out.Unused, w.m.identity(column, state))
		default:
			held[column] = state
		}
	}
	w.given = w.telling(held)
	w.backOff()
	w.out.Context = w.identities(w.given)
	slices.SortFunc(w.out.Unused, byVariable)
}

// telling leaves out what says nothing about the target once the rest is known and the actions
// are set: what is separated from it.
func (w *weighing) telling(held map[int]int) map[int]int {
	out := map[int]int{}
	for column, state := range held {
		seen := make([]bool, len(w.m.variables))
		for other := range held {
			seen[other] = other != column
		}
		if w.separated(column, seen) {
			w.out.Unused = append(w.out.Unused, w.m.identity(column, state))
		} else {
			out[column] = state
		}
	}
	return out
}

// backOff lets go of the state that says least about the target, as long as too few episodes
// share the context.
func (w *weighing) backOff() {
	for len(w.given) > 0 && len(w.rows(w.given)) < LeastChosen {
		least, information := -1, math.Inf(1)
		for _, column := range slices.Sorted(maps.Keys(w.given)) {
			if i := w.m.mutual(column, w.target); i < information {
				least, information = column, i
			}
		}
		w.out.Dropped = append(w.out.Dropped, w.m.identity(least, w.given[least]))
		delete(w.given, least)
	}
}

// mutual is how much two variables tell of each other, in nats, over the episodes that tell both.
func (m *model) mutual(a, b int) float64 {
	counts, total := map[[2]int16]float64{}, 0.0
	of := map[bool]map[int16]float64{true: {}, false: {}}
	for row, state := range m.sample.Columns[a].Of {
		if other := m.sample.Columns[b].Of[row]; state != estimation.Unknown && other != estimation.Unknown {
			counts[[2]int16{state, other}]++
			of[true][state]++
			of[false][other]++
			total++
		}
	}
	pairs := slices.SortedFunc(maps.Keys(counts), func(x, y [2]int16) int {
		return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]))
	})
	sum := 0.0
	for _, p := range pairs {
		n := counts[p]
		sum += n / total * math.Log(n*total/(of[true][p[0]]*of[false][p[1]]))
	}
	return sum
}

// identities are states by column, by the name of their variable.
func (w *weighing) identities(states map[int]int) []Identity {
	out := make([]Identity, 0, len(states))
	for column, state := range states {
		out = append(out, w.m.identity(column, state))
	}
	slices.SortFunc(out, byVariable)
	return out
}

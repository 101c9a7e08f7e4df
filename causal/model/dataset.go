package model

import (
	"cmp"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/text"
)

// The cells of what is told where an episode tells no state of a variable, or several of which
// is not known which came first.
const (
	notObserved int32 = -1
	ambiguous   int32 = -2
)

// dataset is what the episodes of a project tell of some variables, as they tell it: closed
// worlds are no part of it. It is not changed once it is made.
type dataset struct {
	// episodes are the rows, in the order of the ids; row finds them.
	episodes []string
	row      map[string]int
	columns  map[string]*datasetColumn
}

// datasetColumn is what is told of one variable.
type datasetColumn struct {
	// states are those ever told, in no particular order; number finds them.
	states []string
	number map[string]int32
	// of has for each row the state that came first.
	of []int32
	// again has all states of a row in their order in time, where there are several and it is
	// known which came first; toldUnclear is the last of them where not all of the order is known.
	again map[int][]int32
}

// cells is how much a table takes.
func (t *dataset) cells() int { return len(t.episodes) * len(t.columns) }

// datasetRows are rows as they are read.
type datasetRows struct {
	// factors are those that were asked for, variables whose states they are.
	factors   []factor.Identity
	variables []string
	told      []layer.EpisodeStates
}

// with returns the table with these rows in place of its own, and new ones beside them. Of
// variables that the table has and the rows do not tell about, the rows have to be known.
func (t *dataset) with(r *datasetRows) *dataset {
	out := &dataset{episodes: t.episodes, row: t.row, columns: maps.Clone(t.columns)}
	place := out.merge(r.told)
	own := make(map[string]*datasetColumn, len(r.variables))
	for _, name := range r.variables {
		own[name] = t.columns[name].moved(place, len(out.episodes))
		out.columns[name] = own[name]
	}
	of := make([]*datasetColumn, len(r.factors))
	numbers := make([]int32, len(r.factors))
	for i, f := range r.factors {
		of[i] = own[f.Variable]
		numbers[i] = of[i].stateNumber(f.State)
	}
	for _, one := range r.told {
		at := out.row[one.Episode]
		for _, c := range own {
			c.of[at] = notObserved
			delete(c.again, at)
		}
		fillRow(at, one.States, of, numbers)
	}
	return out
}

// merge takes the episodes of rows in. It returns the new place of each old row, nil when all
// stay where they are.
func (t *dataset) merge(told []layer.EpisodeStates) (place []int) {
	var fresh []string
	for _, one := range told {
		if _, known := t.row[one.Episode]; !known {
			fresh = append(fresh, one.Episode)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	before := t.episodes
	t.episodes = text.Sorted(slices.Concat(before, fresh))
	t.row = make(map[string]int, len(t.episodes))
	for i, id := range t.episodes {
		t.row[id] = i
	}
	place = make([]int, len(before))
	for i, id := range before {
		place[i] = t.row[id]
	}
	return place
}

// moved is a copy of the column for that many rows, its own at other places when these are given.
func (c *datasetColumn) moved(place []int, rows int) *datasetColumn {
	out := &datasetColumn{number: map[string]int32{}, of: slices.Repeat([]int32{notObserved}, rows), again: map[int][]int32{}}
	if c == nil {
		return out
	}
	out.states = slices.Clone(c.states)
	maps.Copy(out.number, c.number)
	if place == nil {
		copy(out.of, c.of)
		maps.Copy(out.again, c.again)
		return out
	}
	for i, at := range place {
		out.of[at] = c.of[i]
	}
	for i, states := range c.again {
		out.again[place[i]] = states
	}
	return out
}

// stateNumber is the number of a state, a new one when it has none.
func (c *datasetColumn) stateNumber(state string) int32 {
	n, known := c.number[state]
	if !known {
		n = int32(len(c.states)) //nolint:gosec // no more than factors that are read
		c.number[state] = n
		c.states = append(c.states, state)
	}
	return n
}

// fillRow writes what one episode tells. of and numbers are the columns and states of factors.
func fillRow(at int, states []layer.ObservedState, of []*datasetColumn, numbers []int32) {
	var several []*datasetColumn
	for _, s := range states {
		if c := of[s.Factor]; c.of[at] == notObserved {
			c.of[at] = numbers[s.Factor]
		} else if !slices.Contains(several, c) {
			several = append(several, c)
		}
	}
	for _, c := range several {
		var all []layer.ObservedState
		for _, s := range states {
			if of[s.Factor] == c {
				all = append(all, s)
			}
		}
		sequence, first := InOrder(all)
		if !first {
			c.of[at] = ambiguous
			continue
		}
		c.of[at] = numbers[sequence[0].Factor]
		for _, s := range sequence {
			c.again[at] = append(c.again[at], numbers[s.Factor])
		}
		if len(sequence) < len(all) {
			c.again[at] = append(c.again[at], ambiguous)
		}
	}
}

// InOrder returns several states of one variable as they came one after the other, as far as
// that is told. first is false when not even the first is known: at the same moment, or without
// any time beside it. What was known beforehand came first, whatever is told of the rest.
func InOrder(states []layer.ObservedState) (sequence []layer.ObservedState, first bool) {
	timed, untimed := []layer.ObservedState(nil), false
	for _, s := range states {
		if s.Order == nil {
			untimed = true
			continue
		}
		timed = append(timed, s)
	}
	slices.SortFunc(timed, func(a, b layer.ObservedState) int { return cmp.Compare(*a.Order, *b.Order) })
	for i, s := range timed {
		if i+1 < len(timed) && *timed[i+1].Order == *s.Order {
			break
		}
		if sequence = append(sequence, s); untimed {
			break
		}
	}
	if len(sequence) == 0 || untimed && *sequence[0].Order != contribution.OrderFirst {
		return nil, false
	}
	return sequence, true
}

// emptyDataset is the table of a project of which nothing was read yet.
func emptyDataset() *dataset {
	return &dataset{row: map[string]int{}, columns: map[string]*datasetColumn{}}
}

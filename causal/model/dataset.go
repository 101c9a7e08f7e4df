package model

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/text"
)

// The cells of episodes that record no state of a variable, or several without a known first.
const (
	notObserved int32 = -1
	ambiguous   int32 = -2
)

// untimed is the time of a state of which the time is unknown.
const untimed int64 = math.MinInt64

// dataset has the recorded states of some variables in all episodes of a project. It does not apply
// the absent states of closed variables. It is immutable.
type dataset struct {
	// episodes are the rows, ordered by id; row is their index.
	episodes []string
	row      map[string]int
	columns  map[string]*datasetColumn
}

// datasetColumn has the recorded states of one variable.
type datasetColumn struct {
	// states are all recorded states, in no particular order; number is their index.
	states []string
	number map[string]int32
	// of is the first state of each row, at its time, see [contribution.Observation.Order].
	of []int32
	at []int64
	// sequences has all states of a row in order of time, where there are several and the first
	// is known. It ends with ambiguous where the rest of the order is unknown.
	sequences map[int][]int32
}

// cells is the size of the dataset.
func (t *dataset) cells() int { return len(t.episodes) * len(t.columns) }

// datasetRows are rows to add to a dataset.
type datasetRows struct {
	// factors are the states that the episodes refer to, variables their variables.
	factors   []factor.Identity
	variables []string
	episodes  []layer.EpisodeStates
}

// with returns the dataset with these rows replaced or added. If the dataset has variables that the
// rows do not cover, all rows must exist already.
func (t *dataset) with(r *datasetRows) *dataset {
	out := &dataset{episodes: t.episodes, row: t.row, columns: maps.Clone(t.columns)}
	place := out.merge(r.episodes)
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
	for _, one := range r.episodes {
		at := out.row[one.Episode]
		for _, c := range own {
			c.of[at], c.at[at] = notObserved, untimed
			delete(c.sequences, at)
		}
		fillRow(at, one.States, of, numbers)
	}
	return out
}

// merge adds the episodes of rows. It returns the new place of each old row, nil when all stay in
// place.
func (t *dataset) merge(rows []layer.EpisodeStates) (place []int) {
	var fresh []string
	for _, one := range rows {
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

// moved is a copy of the column for that many rows. place has the new place of each old row; nil
// keeps them in place.
func (c *datasetColumn) moved(place []int, rows int) *datasetColumn {
	out := &datasetColumn{number: map[string]int32{}, of: slices.Repeat([]int32{notObserved}, rows), at: slices.Repeat([]int64{untimed}, rows), sequences: map[int][]int32{}}
	if c == nil {
		return out
	}
	out.states = slices.Clone(c.states)
	maps.Copy(out.number, c.number)
	if place == nil {
		copy(out.of, c.of)
		copy(out.at, c.at)
		maps.Copy(out.sequences, c.sequences)
		return out
	}
	for i, at := range place {
		out.of[at], out.at[at] = c.of[i], c.at[i]
	}
	for i, states := range c.sequences {
		out.sequences[place[i]] = states
	}
	return out
}

// stateNumber is the number of a state. A new state gets a new one.
func (c *datasetColumn) stateNumber(state string) int32 {
	n, known := c.number[state]
	if !known {
		n = int32(len(c.states)) //nolint:gosec // no more than factors that are read
		c.number[state] = n
		c.states = append(c.states, state)
	}
	return n
}

// fillRow writes the states of one episode. of and numbers are the columns and states of factors.
func fillRow(at int, states []layer.ObservedState, of []*datasetColumn, numbers []int32) {
	var several []*datasetColumn
	for _, s := range states {
		if c := of[s.Factor]; c.of[at] == notObserved {
			c.of[at], c.at[at] = numbers[s.Factor], timeOf(s)
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
			c.of[at], c.at[at] = ambiguous, untimed
			continue
		}
		c.of[at], c.at[at] = numbers[sequence[0].Factor], timeOf(sequence[0])
		for _, s := range sequence {
			c.sequences[at] = append(c.sequences[at], numbers[s.Factor])
		}
		if len(sequence) < len(all) {
			c.sequences[at] = append(c.sequences[at], ambiguous)
		}
	}
}

func timeOf(s layer.ObservedState) int64 {
	if s.Order == nil {
		return untimed
	}
	return *s.Order
}

// InOrder returns several states of one variable in order of time, as far as it is known. first is
// false when not even the first is known: two have the same time, or one has none. A state that was
// known beforehand comes first in any case.
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

// emptyDataset is a dataset without rows and columns.
func emptyDataset() *dataset {
	return &dataset{row: map[string]int{}, columns: map[string]*datasetColumn{}}
}

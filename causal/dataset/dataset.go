package dataset

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/text"
)

// The cells of episodes that record no state of a variable, or several without a known first.
const (
	NotObserved int32 = -1
	Ambiguous   int32 = -2
)

// Untimed is the time of a state of which the time is unknown.
const Untimed int64 = math.MinInt64

// Dataset has the recorded states of some variables in all episodes of a project. It does not apply
// the absent states of closed variables. It is immutable.
type Dataset struct {
	// Episodes are the rows, ordered by id; Row is their index.
	Episodes []string
	Row      map[string]int
	// Seen are the starts of the episodes, by row; zero if unknown.
	Seen    []time.Time
	Columns map[string]*Column
}

// Column has the recorded states of one variable.
type Column struct {
	// States are all recorded states, in no particular order; number is their index.
	States []string
	number map[string]int32
	// Of is the first state of each row, at its time, see [contribution.Observation.Order].
	Of []int32
	At []int64
	// Sequences has all states of a row in order of time, where there are several and the first
	// is known. It ends with Ambiguous where the rest of the order is unknown.
	Sequences map[int][]int32
}

// Cells is the size of the dataset.
func (t *Dataset) Cells() int { return len(t.Episodes) * len(t.Columns) }

// Rows are rows to add to a dataset.
type Rows struct {
	// Factors are the states that the episodes refer to, Variables their variables.
	Factors   []factor.Identity
	Variables []string
	Episodes  []layer.EpisodeStates
}

// With returns the dataset with these rows replaced or added. If the dataset has variables that the
// rows do not cover, all rows must exist already.
func (t *Dataset) With(r *Rows) *Dataset {
	out := &Dataset{Episodes: t.Episodes, Row: t.Row, Seen: t.Seen, Columns: maps.Clone(t.Columns)}
	place := out.merge(r.Episodes)
	out.Seen = moved(t.Seen, place, len(out.Episodes))
	own := make(map[string]*Column, len(r.Variables))
	for _, name := range r.Variables {
		own[name] = t.Columns[name].moved(place, len(out.Episodes))
		out.Columns[name] = own[name]
	}
	of := make([]*Column, len(r.Factors))
	numbers := make([]int32, len(r.Factors))
	for i, f := range r.Factors {
		of[i] = own[f.Variable]
		numbers[i] = of[i].stateNumber(f.State)
	}
	for _, one := range r.Episodes {
		at := out.Row[one.Episode]
		out.Seen[at] = one.Seen
		for _, c := range own {
			c.Of[at], c.At[at] = NotObserved, Untimed
			delete(c.Sequences, at)
		}
		fillRow(at, one.States, of, numbers)
	}
	return out
}

// merge adds the episodes of rows. It returns the new place of each old row, nil when all stay in
// place.
func (t *Dataset) merge(rows []layer.EpisodeStates) (place []int) {
	var fresh []string
	for _, one := range rows {
		if _, known := t.Row[one.Episode]; !known {
			fresh = append(fresh, one.Episode)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	before := t.Episodes
	t.Episodes = text.Sorted(slices.Concat(before, fresh))
	t.Row = make(map[string]int, len(t.Episodes))
	for i, id := range t.Episodes {
		t.Row[id] = i
	}
	place = make([]int, len(before))
	for i, id := range before {
		place[i] = t.Row[id]
	}
	return place
}

// moved is a copy of values by row, for that many rows; place is that of [Column.moved].
func moved[T any](of []T, place []int, rows int) []T {
	out := make([]T, rows)
	if place == nil {
		copy(out, of)
	}
	for i, at := range place {
		out[at] = of[i]
	}
	return out
}

// moved is a copy of the column for that many rows. place has the new place of each old row; nil
// keeps them in place.
func (c *Column) moved(place []int, rows int) *Column {
	out := &Column{number: map[string]int32{}, Of: slices.Repeat([]int32{NotObserved}, rows), At: slices.Repeat([]int64{Untimed}, rows), Sequences: map[int][]int32{}}
	if c == nil {
		return out
	}
	out.States = slices.Clone(c.States)
	maps.Copy(out.number, c.number)
	if place == nil {
		copy(out.Of, c.Of)
		copy(out.At, c.At)
		maps.Copy(out.Sequences, c.Sequences)
		return out
	}
	for i, at := range place {
		out.Of[at], out.At[at] = c.Of[i], c.At[i]
	}
	for i, states := range c.Sequences {
		out.Sequences[place[i]] = states
	}
	return out
}

// stateNumber is the number of a state. A new state gets a new one.
func (c *Column) stateNumber(state string) int32 {
	n, known := c.number[state]
	if !known {
		n = int32(len(c.States)) //nolint:gosec // no more than factors that are read
		c.number[state] = n
		c.States = append(c.States, state)
	}
	return n
}

// fillRow writes the states of one episode. of and numbers are the columns and states of factors.
func fillRow(at int, states []layer.ObservedState, of []*Column, numbers []int32) {
	var several []*Column
	for _, s := range states {
		if c := of[s.Factor]; c.Of[at] == NotObserved {
			c.Of[at], c.At[at] = numbers[s.Factor], timeOf(s)
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
			c.Of[at], c.At[at] = Ambiguous, Untimed
			continue
		}
		c.Of[at], c.At[at] = numbers[sequence[0].Factor], timeOf(sequence[0])
		for _, s := range sequence {
			c.Sequences[at] = append(c.Sequences[at], numbers[s.Factor])
		}
		if len(sequence) < len(all) {
			c.Sequences[at] = append(c.Sequences[at], Ambiguous)
		}
	}
}

func timeOf(s layer.ObservedState) int64 {
	if s.Order == nil {
		return Untimed
	}
	return *s.Order
}

// Order counts the rows that record both columns, and in how many of them this one comes before and
// after the other. What was known beforehand comes before everything else, timed or not.
func (c *Column) Order(other *Column) (both, before, after int) {
	for row, state := range c.Of {
		if state == NotObserved || other.Of[row] == NotObserved {
			continue
		}
		both++
		switch first, second := c.At[row], other.At[row]; {
		case first == second:
		case first == contribution.OrderFirst:
			before++
		case second == contribution.OrderFirst:
			after++
		case first == Untimed || second == Untimed:
		case first < second:
			before++
		default:
			after++
		}
	}
	return both, before, after
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

// Empty is a dataset without rows and columns.
func Empty() *Dataset {
	return &Dataset{Row: map[string]int{}, Columns: map[string]*Column{}}
}

// TellingRows are 1 in the rows that tell the column, else 0.
func (c *Column) TellingRows() []int16 {
	out := make([]int16, len(c.Of))
	for row, state := range c.Of {
		if state != NotObserved {
			out[row] = 1
		}
	}
	return out
}

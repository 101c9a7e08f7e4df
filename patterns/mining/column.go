package mining

import (
	"math"
	"slices"
)

// Special values of an order and of a state.
const (
	untimed = math.MinInt64
	// beforehand comes before every order, known or not.
	beforehand = math.MinInt64 + 1
	notTold    = -1
	unsettled  = -2 // several states, and it is unknown which came first
)

// column holds the observations of one variable.
type column struct {
	// first is, by row, the state that came first: the absent state where a closed variable is not
	// recorded, else notTold or unsettled.
	first []int32
	// at is the order of that state; told has the rows that record any state.
	at   []int64
	told rowSet
	// states are the rows that record each state.
	states []posting
}

// posting lists the rows that record a state, ascending, with its order in each.
type posting struct {
	rows  []int32
	order []int64
}

// columnsOf reads the rows into columns.
func columnsOf(in Input) []column {
	out := make([]column, len(in.Variables))
	for v := range out {
		out[v] = column{
			first: make([]int32, len(in.Rows)), at: make([]int64, len(in.Rows)), told: newRowSet(len(in.Rows)),
			states: make([]posting, len(in.Variables[v].States)),
		}
		for row := range in.Rows {
			out[v].first[row], out[v].at[row] = int32(in.Variables[v].Absent), untimed //nolint:gosec // states are few; -1 is notTold
		}
	}
	for row, r := range in.Rows {
		for i, t := range r.Told {
			out[t.Variable].tell(row, t)
			if !slices.ContainsFunc(r.Told[:i], func(o Told) bool { return o.Variable == t.Variable }) {
				out[t.Variable].settle(row, r.Told[i:], t.Variable)
			}
		}
	}
	return out
}

// tell adds one state of a row.
func (c *column) tell(row int, t Told) {
	c.told.add(row)
	p := &c.states[t.State]
	p.rows = append(p.rows, int32(row)) //nolint:gosec // rows are fewer
	p.order = append(p.order, t.order())
}

func (t Told) order() int64 {
	switch {
	case t.Beforehand:
		return beforehand
	case !t.Timed:
		return untimed
	default:
		return t.Order
	}
}

// settle determines which state of a variable came first in a row. Of several states it is the single
// one that came before all others, or that was known beforehand; if one of them has no time and none
// was known beforehand, it is unknown.
func (c *column) settle(row int, told []Told, variable int) {
	first, least, several, loose, tie := 0, int64(untimed), false, false, false
	for i, t := range told {
		if t.Variable != variable {
			continue
		}
		at := t.order()
		several, loose = several || i > 0, loose || at == untimed
		switch {
		case i == 0 || at != untimed && (least == untimed || at < least):
			first, least, tie = t.State, at, false
		case at == least:
			tie = true
		}
	}
	if several && (tie || loose && least != beforehand) {
		c.first[row], c.at[row] = unsettled, untimed
		return
	}
	c.first[row], c.at[row] = int32(first), least
}

// precedes reports whether order a may come before order b: unless both are known and a is later.
func precedes(a, b int64) bool { return a == untimed || b == untimed || a <= b }

// follows reports whether order b is known to come after order a.
func follows(a, b int64) bool { return a == beforehand || a != untimed && b != untimed && a < b }

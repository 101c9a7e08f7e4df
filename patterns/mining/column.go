package mining

import (
	"math"
	"slices"
)

// What stands for an order that is not known, and for a state that is not told.
const (
	untimed = math.MinInt64
	// beforehand is before every order, and before what has none.
	beforehand = math.MinInt64 + 1
	notTold    = -1
	unsettled  = -2 // several states of which is not known which came first
)

// column is what the rows tell of one variable.
type column struct {
	// first is the state of each row that came first; the absent one where a closed variable is
	// not told, else notTold or unsettled.
	first []int32
	// at is the order of that state, told whether the row tells any.
	at   []int64
	told rowSet
	// states are the rows that tell each state.
	states []posting
}

// posting are the rows that tell a state, ascending, with its order in each.
type posting struct {
	rows  []int32
	order []int64
}

// columnsOf reads the rows.
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

// settle finds which state of a variable came first in a row. Of several it is the only one
// that came before all others, or that was known beforehand; without a time beside others none is.
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

// precedes reports whether what has one order may have come before what has another one: unless
// both are known and it came after.
func precedes(a, b int64) bool { return a == untimed || b == untimed || a <= b }

// follows reports whether it is known that what has the second order came after what has the first.
func follows(a, b int64) bool { return a == beforehand || a != untimed && b != untimed && a < b }

package estimation

import (
	"maps"
	"slices"
)

// Knows reports whether a row knows all of the columns.
func (s Sample) Knows(row int, columns []int) bool {
	for _, c := range columns {
		if s.Columns[c].Of[row] == Unknown {
			return false
		}
	}
	return true
}

// Complete counts the rows that know all of the columns.
func (s Sample) Complete(columns []int) int {
	n := 0
	for row := range s.Rows {
		if s.Knows(row, columns) {
			n++
		}
	}
	return n
}

// CompleteRows are the rows that know all of the columns.
func (s Sample) CompleteRows(columns []int) []int {
	rows := make([]int, 0, s.Complete(columns))
	for row := range s.Rows {
		if s.Knows(row, columns) {
			rows = append(rows, row)
		}
	}
	return rows
}

// wanted is a set of states by column, ordered by column.
type wanted struct {
	columns []int
	states  []int16
}

func want(states map[int]int) wanted {
	w := wanted{columns: slices.Sorted(maps.Keys(states))}
	for _, c := range w.columns {
		w.states = append(w.states, int16(states[c])) //nolint:gosec // a variable has fewer states than that
	}
	return w
}

// in reports whether a row has all of the states. An unknown state does not match.
func (w wanted) in(s Sample, row int) bool {
	for i, c := range w.columns {
		if s.Columns[c].Of[row] != w.states[i] {
			return false
		}
	}
	return true
}

// grouping groups rows with the same states of some columns. Groups are numbered from 0 by their
// states in the order of the columns, so that the order of the rows does not matter.
type grouping struct {
	// of is the group of each row, -1 if the row does not know all of the columns.
	of []int32
	// states are the states of each group.
	states [][]int16
}

// Groups numbers the combinations of the states of some columns: of is the group of each row, -1 if the row
// does not know all of the columns, and there are that many groups.
func (s Sample) Groups(columns []int) (of []int32, groups int) {
	g := s.groups(columns)
	return g.of, len(g.states)
}

// groups groups the rows that know all of the columns.
func (s Sample) groups(columns []int) grouping {
	g := grouping{of: make([]int32, s.Rows), states: [][]int16{nil}}
	for _, c := range columns {
		g.split(s.Columns[c])
	}
	return g
}

// split divides every group by the states of one more column.
func (g *grouping) split(c Column) {
	width := c.States
	number := make([]int32, len(g.states)*width)
	for row, group := range g.of {
		if group < 0 || c.Of[row] == Unknown {
			g.of[row] = -1
			continue
		}
		number[int(group)*width+int(c.Of[row])] = 1
	}
	states := make([][]int16, 0, len(g.states))
	for cell, seen := range number {
		if seen == 0 {
			continue
		}
		number[cell] = int32(len(states)) //nolint:gosec // there are no more groups than rows
		before := g.states[cell/width]
		states = append(states, append(before[:len(before):len(before)], int16(cell%width))) //nolint:gosec // a state
	}
	for row, group := range g.of {
		if group >= 0 {
			g.of[row] = number[int(group)*width+int(c.Of[row])]
		}
	}
	g.states = states
}

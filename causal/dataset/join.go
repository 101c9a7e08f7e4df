package dataset

import (
	"cmp"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
)

// Union is the column that has one state wherever one of several columns tells anything, at the
// earliest of their times.
func Union(columns []*Column) *Column {
	out := blank([]string{factor.StateOccurred}, len(columns[0].Of))
	for row := range out.Of {
		for _, c := range columns {
			if c.Of[row] == NotObserved {
				continue
			}
			if out.Of[row] == NotObserved || c.At[row] < out.At[row] {
				out.At[row] = c.At[row] // an unknown time is the least
			}
			out.Of[row] = 0
		}
	}
	return out
}

// Alternatives is the column with a named state for each of several columns, of which no row tells two.
func Alternatives(states []string, columns []*Column) *Column {
	out := blank(states, len(columns[0].Of))
	for state, c := range columns {
		for row, of := range c.Of {
			if of != NotObserved {
				out.Of[row], out.At[row] = int32(state), c.At[row]
			}
		}
	}
	return out
}

// Meets reports whether a row tells both columns.
func (c *Column) Meets(other *Column) bool {
	for row, of := range c.Of {
		if of != NotObserved && other.Of[row] != NotObserved {
			return true
		}
	}
	return false
}

// Told is the number of rows that tell the column.
func (c *Column) Told() int {
	n := 0
	for _, of := range c.Of {
		if of != NotObserved {
			n++
		}
	}
	return n
}

// Frequent are the states that some row has, the most frequent first. Of more than most and one the rarest
// are one, by another name.
func (c *Column) Frequent(most int, others string) []string {
	count := make([]int, len(c.States))
	for _, s := range c.Of {
		if s >= 0 {
			count[s]++
		}
	}
	var kept []int
	for i, n := range count {
		if n > 0 {
			kept = append(kept, i)
		}
	}
	slices.SortFunc(kept, func(a, b int) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(c.States[a], c.States[b]))
	})
	var out []string
	for i, s := range kept {
		if i == most && len(kept) > most+1 {
			return append(out, others)
		}
		out = append(out, c.States[s])
	}
	return out
}

// blank is a column of those states that no row tells.
func blank(states []string, rows int) *Column {
	out := &Column{States: states, number: map[string]int32{}, Of: slices.Repeat([]int32{NotObserved}, rows), At: slices.Repeat([]int64{Untimed}, rows)}
	for i, s := range states {
		out.number[s] = int32(i)
	}
	return out
}

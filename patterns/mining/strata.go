package mining

import (
	"slices"
	"strconv"
)

// strata groups the rows by the states of an action's recorded causes before it.
type strata struct {
	// causes are the variables held fixed.
	causes []int
	// of is the number of each row's stratum; -1 for a row that does not record all causes.
	of []int32
	n  int
}

// strataOf groups the rows by the causes of a variable, except those left out and those that are the
// outcome under another name, which comes last and causes nothing.
func (s *search) strataOf(action int, without ...int) *strata {
	var causes []int
	for _, c := range s.in.Causes[action] {
		if c != action && !s.outcomes[c] && !slices.Contains(without, c) {
			causes = append(causes, c)
		}
	}
	slices.Sort(causes)
	causes = slices.Compact(causes)
	key := strconv.Itoa(action)
	for _, c := range causes {
		key += " " + strconv.Itoa(c)
	}
	if known := s.strata[key]; known != nil {
		return known
	}
	out := &strata{causes: causes, of: make([]int32, len(s.in.Rows)), n: 1}
	at := s.columns[action].at
	for _, c := range causes {
		out.split(s.columns[c], s.in.Variables[c], at)
	}
	s.strata[key] = out
	return out
}

// split divides the strata by one more cause, numbering its states as they occur.
func (t *strata) split(c column, v Variable, at []int64) {
	number := map[[2]int32]int32{}
	for row, group := range t.of {
		state := c.first[row]
		if !precedes(c.at[row], at[row]) {
			// It occurred only afterwards. Before that it was absent, if its variable is closed.
			state = int32(v.Absent) //nolint:gosec // states are few
		}
		if group < 0 || state < 0 {
			t.of[row] = -1
			continue
		}
		key := [2]int32{group, state}
		n, known := number[key]
		if !known {
			n = int32(len(number)) //nolint:gosec // rows are fewer
			number[key] = n
		}
		t.of[row] = n
	}
	t.n = len(number)
}

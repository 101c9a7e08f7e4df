package mining

import "github.com/causeway-memory/causeway/patterns/statistics"

// actionTable counts the outcomes of the options of one variable by stratum.
type actionTable struct {
	*search

	action int
	// known are the rows that say which option was chosen, or at least which were not; loose are, by
	// option, the rows that record it among several of which the first is unknown.
	known rowSet
	loose []rowSet
	// options are the states tested; all other states are counted together.
	options []int
	strata  *strata
	// cell is the counter of each row; the last stratum holds the rows without all causes.
	cell   []int32
	counts []int32
	// rows are the rows counted last.
	rows rowSet
}

func (s *search) tableOf(action int, options []int) *actionTable {
	t := &actionTable{search: s, action: action, known: s.knownRows(action), options: options, strata: s.strataOf(action)}
	number := make([]int32, len(s.in.Variables[action].States))
	for i := range number {
		number[i] = int32(len(options)) //nolint:gosec // options are few
	}
	for i, state := range options {
		number[state] = int32(i)
		t.loose = append(t.loose, s.looseRows(Item{action, state}))
	}
	t.cell = make([]int32, len(s.in.Rows))
	t.counts = make([]int32, (t.strata.n+1)*t.width())
	t.known.each(func(row int) {
		option := int32(len(options)) //nolint:gosec // options are few
		if state := s.columns[action].first[row]; state >= 0 {
			option = number[state]
		}
		t.cell[row] = int32(t.stratum(row)*t.width()) + 2*option //nolint:gosec // rows are fewer
		if s.in.Rows[row].Success {
			t.cell[row]++
		}
	})
	return t
}

// stratum returns the stratum of a row, the last one if the row does not record all causes.
func (t *actionTable) stratum(row int) int {
	if n := t.strata.of[row]; n >= 0 {
		return int(n)
	}
	return t.strata.n
}

// knownRows returns the rows that record a state of a variable, or that it is absent.
func (s *search) knownRows(variable int) rowSet {
	out := newRowSet(len(s.in.Rows))
	for row, state := range s.columns[variable].first {
		if state != notTold {
			out.add(row)
		}
	}
	return out
}

// looseRows returns the rows that record a state among several of which the first is unknown; nil if
// there are none.
func (s *search) looseRows(item Item) rowSet {
	var out rowSet
	for _, row := range s.columns[item.Variable].states[item.State].rows {
		if s.columns[item.Variable].first[row] == unsettled {
			if out == nil {
				out = newRowSet(len(s.in.Rows))
			}
			out.add(int(row))
		}
	}
	return out
}

// width is the number of counters of a stratum: two for each option and for the rest.
func (t *actionTable) width() int { return 2 * (len(t.options) + 1) }

// count counts a set of rows.
func (t *actionTable) count(rows rowSet) {
	clear(t.counts)
	rows.each(func(row int) { t.counts[t.cell[row]]++ })
	t.rows = rows
}

// of returns the counts of an option among the rows counted last.
func (t *actionTable) of(option int) (with, without statistics.Share, strata []statistics.Table) {
	unclear := t.unclear(option)
	for n := range t.strata.n + 1 {
		counts := t.counts[n*t.width() : (n+1)*t.width()]
		one := statistics.Table{With: statistics.Share{K: int(counts[2*option+1]), N: int(counts[2*option] + counts[2*option+1])}}
		for i := 0; i < len(counts); i += 2 {
			one.Without.K += int(counts[i+1])
			one.Without.N += int(counts[i] + counts[i+1])
		}
		one.Without.K -= one.With.K + unclear[n].K
		one.Without.N -= one.With.N + unclear[n].N
		with.K, with.N = with.K+one.With.K, with.N+one.With.N
		without.K, without.N = without.K+one.Without.K, without.N+one.Without.N
		if n < t.strata.n && one.With.N > 0 && one.Without.N > 0 {
			strata = append(strata, one)
		}
	}
	return with, without, strata
}

// unclear counts, by stratum, the rows counted last that record an option but not whether it came
// first.
func (t *actionTable) unclear(option int) map[int]statistics.Share {
	if t.loose[option] == nil {
		return nil
	}
	out := map[int]statistics.Share{}
	t.rows.each(func(row int) {
		if !t.loose[option].has(row) {
			return
		}
		one := out[t.stratum(row)]
		one.N++
		if t.in.Rows[row].Success {
			one.K++
		}
		out[t.stratum(row)] = one
	})
	return out
}

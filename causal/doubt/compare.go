package doubt

import (
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// strata are the counts of two columns within the groups of others.
func strata(s estimation.Sample, a, b int, given []int) []statistics.Crosstab {
	of, groups := s.Groups(given)
	out := make([]statistics.Crosstab, groups)
	first, second := s.Columns[a], s.Columns[b]
	cells := make([]int, groups*first.States*second.States)
	for i := range out {
		for range first.States {
			out[i], cells = append(out[i], cells[:second.States:second.States]), cells[second.States:]
		}
	}
	for row, group := range of {
		if x, y := first.Of[row], second.Of[row]; group >= 0 && x != estimation.Unknown && y != estimation.Unknown {
			out[group][x][y]++
		}
	}
	return out
}

// independent tests whether two columns are independent given others.
func independent(s estimation.Sample, a, b int, given []int) statistics.Independence {
	return statistics.TestIndependence(strata(s, a, b, given))
}

// noOdds is the odds ratio that counts as none, up or down. A link of any use is stronger.
const noOdds = 1.5

// odds bounds the odds ratios of every state of one column against the others with every state of another
// one, within strata: the widest of their 95 % intervals. ok is false when one is unknown.
func odds(tables []statistics.Crosstab) (low, high float64, ok bool) {
	if len(tables) == 0 {
		return 0, 0, false
	}
	low, high = math.Inf(1), math.Inf(-1)
	for i := range tables[0] {
		for j := range tables[0][i] {
			from, to, known := statistics.MantelHaenszelOdds(twoByTwo(tables, i, j))
			if !known {
				return 0, 0, false
			}
			low, high = min(low, from), max(high, to)
		}
	}
	return low, high, true
}

// twoByTwo compares one state of each variable with the others.
func twoByTwo(tables []statistics.Crosstab, i, j int) []statistics.Table {
	out := make([]statistics.Table, len(tables))
	for at, t := range tables {
		for row, counts := range t {
			side := &out[at].Without
			if row == i {
				side = &out[at].With
			}
			for column, n := range counts {
				side.N += n
				if column == j {
					side.K += n
				}
			}
		}
	}
	return out
}

// scores are the parts of the BIC of a graph (Schwarz 1978), by column and parents.
type scores struct {
	sample estimation.Sample
	known  map[string]float64
	// read counts the rows read, for tests too.
	read *int
}

// of is the part of one column: the log-likelihood of its states under the shares given its parents, less
// half the logarithm of the number of rows for each share.
func (s *scores) of(column int, parents []int) float64 {
	parents = slices.Clone(parents)
	slices.Sort(parents)
	key := key(column, parents)
	if known, ok := s.known[key]; ok {
		return known
	}
	of, groups := s.sample.Groups(parents)
	own := s.sample.Columns[column]
	counts := make([]int, groups*own.States)
	n := 0
	for row, group := range of {
		if state := own.Of[row]; group >= 0 && state != estimation.Unknown {
			counts[int(group)*own.States+int(state)]++
			n++
		}
	}
	out := estimation.LogLikelihood(counts, own.States) - float64(groups*(own.States-1))*math.Log(float64(max(n, 1)))/2
	s.known[key] = out
	*s.read += s.sample.Rows
	return out
}

// key names a column and others.
func key(column int, others []int) string {
	out := make([]byte, 0, 2+2*len(others))
	for _, c := range append([]int{column}, others...) {
		out = append(out, byte(c), byte(c>>8)) //nolint:gosec // both halves of a column
	}
	return string(out)
}

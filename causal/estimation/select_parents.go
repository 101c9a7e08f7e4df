package estimation

import (
	"math"
	"slices"
)

const (
	// leastKnown is the least number of rows that must know both a candidate and the column.
	leastKnown = 30
	// mostSelected is the most parents that are selected.
	mostSelected = 12
)

// SelectParents selects parents of a column by BIC (Schwarz 1978): forward, the best candidate each
// time, then backward, dropping the needless ones. It compares two choices on the rows that know
// both. It skips candidates that hardly any row knows. Columns in keep are parents in any case. A
// candidate that is not selected may still have an effect.
func SelectParents(s Sample, column int, candidates []int, keep ...int) []int {
	chosen := slices.Clone(keep)
	for len(chosen) < mostSelected+len(keep) {
		best, at := 0.0, -1
		g := s.groups(chosen)
		for _, c := range candidates {
			if c == column || slices.Contains(chosen, c) {
				continue
			}
			if gain, n := s.gain(column, g, c); n >= leastKnown && gain > best+alike {
				best, at = gain, c
			}
		}
		if at < 0 {
			break
		}
		chosen = append(chosen, at)
	}
	for i := len(keep); len(chosen) > 1 && i < len(chosen); {
		rest := slices.Delete(slices.Clone(chosen), i, i+1)
		if gain, _ := s.gain(column, s.groups(rest), chosen[i]); gain > 0 {
			i++
			continue
		}
		chosen, i = rest, len(keep)
	}
	slices.Sort(chosen)
	return chosen
}

// Gains are the improvements of the BIC of a column by each candidate on its own, in the order of
// the candidates. A candidate that hardly any row knows gains nothing.
func Gains(s Sample, column int, candidates []int) []float64 {
	g := s.groups(nil)
	out := make([]float64, len(candidates))
	for i, c := range candidates {
		if gain, n := s.gain(column, g, c); n >= leastKnown {
			out[i] = gain
		} else {
			out[i] = math.Inf(-1)
		}
	}
	return out
}

// gain is the improvement of the BIC of a column when a candidate joins the columns of a grouping,
// on the n rows that know all of them.
func (s Sample) gain(column int, g grouping, candidate int) (gain float64, n int) {
	own, other := s.Columns[column], s.Columns[candidate]
	before := make([]int, len(g.states)*own.States)
	after := make([]int, len(g.states)*own.States*other.States)
	for row, group := range g.of {
		state, with := own.Of[row], other.Of[row]
		if group < 0 || state == Unknown || with == Unknown {
			continue
		}
		n++
		before[int(group)*own.States+int(state)]++
		after[(int(group)*other.States+int(with))*own.States+int(state)]++
	}
	more := float64(len(g.states) * (other.States - 1) * (own.States - 1))
	return LogLikelihood(after, own.States) - LogLikelihood(before, own.States) - more*math.Log(float64(max(n, 1)))/2, n
}

// LogLikelihood is the natural logarithm of the likelihood of counts under their own shares: rows of some states each, one
// row after the other; 0 without counts.
func LogLikelihood(counts []int, states int) float64 {
	sum := 0.0
	for row := range slices.Chunk(counts, states) {
		n := 0
		for _, k := range row {
			n += k
			if k > 0 {
				sum += float64(k) * math.Log(float64(k))
			}
		}
		if n > 0 {
			sum -= float64(n) * math.Log(float64(n))
		}
	}
	return sum
}

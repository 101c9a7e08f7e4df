package mining

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// missing is the order of a step in a row that does not record it.
const missing = math.MaxInt64

// step is a state that may be a step of a sequence.
type step struct {
	Item

	rows rowSet
	// order is its order in each row.
	order []int64
}

// place says how a row relates to a sequence.
type place int

const (
	unclear place = iota
	inOrder
	otherwise
)

// lookAtSequences tests sequences of steps, shorter ones first, at most maxSequences of them. If the
// context ends first, it returns the error of the context.
func (s *search) lookAtSequences(ctx context.Context, most int) error {
	steps := s.steps()
	var level [][]int
	for i := range steps {
		level = append(level, []int{i})
	}
	frequent, looked := map[string]bool{}, 0
	for length := 2; length <= most && len(level) > 0; length++ {
		var next [][]int
		for _, prefix := range level {
			if err := ctx.Err(); err != nil {
				return err
			}
			rows := slices.Clone(steps[prefix[0]].rows)
			for _, i := range prefix[1:] {
				rows.both(rows, steps[i].rows)
			}
			for last := range steps {
				longer := append(slices.Clone(prefix), last)
				if s.repeats(steps, longer) || !partsIn(frequent, longer) {
					continue
				}
				if looked == maxSequences {
					s.bound = looked
					return nil
				}
				looked++
				if s.lookAtSequence(steps, longer, rows) {
					frequent[key(longer)] = true
					next = append(next, longer)
				}
			}
		}
		level = next
	}
	return nil
}

// steps returns the most frequent states that may be steps.
func (s *search) steps() []step {
	var out []step
	for v, variable := range s.in.Variables {
		for state, what := range variable.States {
			told := s.columns[v].states[state]
			if !what.Step || s.outcomes[v] || len(told.rows) < s.least {
				continue
			}
			one := step{Item: Item{v, state}, rows: newRowSet(len(s.in.Rows)), order: slices.Repeat([]int64{missing}, len(s.in.Rows))}
			for i, row := range told.rows {
				one.rows.add(int(row))
				one.order[row] = told.order[i]
			}
			out = append(out, one)
		}
	}
	slices.SortStableFunc(out, func(a, b step) int { return cmp.Compare(b.rows.count(), a.rows.count()) })
	return out[:min(len(out), maxSteps)]
}

func key(sequence []int) string {
	out := make([]byte, 0, 2*len(sequence))
	for _, i := range sequence {
		out = append(out, byte(i), byte(i>>8)) //nolint:gosec // steps are few
	}
	return string(out)
}

// partsIn reports whether every part of a sequence of three or more, without one of its steps, is
// frequent.
func partsIn(frequent map[string]bool, sequence []int) bool {
	if len(sequence) < 3 {
		return true
	}
	for i := range sequence {
		if !frequent[key(slices.Delete(slices.Clone(sequence), i, i+1))] {
			return false
		}
	}
	return true
}

// repeats reports whether the last step of a sequence is the same thing as an earlier one.
func (s *search) repeats(steps []step, sequence []int) bool {
	last := steps[sequence[len(sequence)-1]]
	for _, i := range sequence[:len(sequence)-1] {
		if s.oneThing(steps[i].Item, last.Item) {
			return true
		}
		if alike(steps[i].rows, last.rows) {
			s.left[SameThing]++
			return true
		}
	}
	return false
}

// lookAtSequence makes a candidate of a sequence that enough rows have in its order; rows are those
// that record all steps but the last.
func (s *search) lookAtSequence(steps []step, sequence []int, rows rowSet) bool {
	c := &Candidate{}
	var before []int
	for _, i := range sequence {
		c.Then = append(c.Then, steps[i].Item)
		before = append(before, steps[i].Variable)
	}
	held := s.strataOf(c.Action().Variable, before...)
	counts := make([]statistics.Table, held.n+1)
	rows.each(func(row int) {
		at := s.placeOf(steps, sequence, row)
		if at == unclear {
			return
		}
		stratum := int(held.of[row])
		if stratum < 0 {
			stratum = held.n
		}
		side := &counts[stratum].Without
		if at == inOrder {
			side = &counts[stratum].With
		}
		side.N++
		if s.in.Rows[row].Success {
			side.K++
		}
	})
	for i, t := range counts {
		c.With.K, c.With.N = c.With.K+t.With.K, c.With.N+t.With.N
		c.Without.K, c.Without.N = c.Without.K+t.Without.K, c.Without.N+t.Without.N
		if i < held.n && t.With.N > 0 && t.Without.N > 0 {
			c.strata = append(c.strata, t)
		}
	}
	if c.With.N < s.least {
		return false
	}
	c.Strata = held.causes
	c.compare(s.all)
	s.found = append(s.found, c)
	return true
}

// placeOf says whether a row that records all steps, except perhaps the last, has them in order, or in
// another order or certainly without the last one, or whether that is unclear.
func (s *search) placeOf(steps []step, sequence []int, row int) place {
	final := steps[sequence[len(sequence)-1]]
	if final.order[row] != missing {
		return risingIn(steps, sequence, row)
	}
	instead := s.columns[final.Variable].first[row]
	if instead == notTold || int(instead) == final.State || risingIn(steps, sequence[:len(sequence)-1], row) != inOrder {
		return unclear
	}
	return otherwise
}

// risingIn says whether a row has the steps in order; otherwise means that one is known to come before
// an earlier one.
func risingIn(steps []step, sequence []int, row int) place {
	out := inOrder
	for i, later := range sequence {
		at := steps[later].order[row]
		for _, sooner := range sequence[:i] {
			switch was := steps[sooner].order[row]; {
			case follows(was, at):
			case follows(at, was):
				return otherwise
			default:
				out = unclear
			}
		}
	}
	return out
}

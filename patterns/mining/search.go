package mining

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Result is the result of a search.
type Result struct {
	// Candidates are all tested candidates: options by variable, then sequences. Their number is the
	// size of the family of the adjustment.
	Candidates []*Candidate
	// Least is how many rows had to take the action.
	Least int
	// Left counts by reason what was not promoted or not tested.
	Left map[Reason]int
	// Bound is how many sequences were tested before the search stopped early; 0 when all were.
	Bound int
	// All counts the successes of all rows.
	All statistics.Share
}

// Promoted returns the promoted candidates in order.
func (r Result) Promoted() []*Candidate {
	var out []*Candidate
	for _, c := range r.Candidates {
		if c.Left == "" {
			out = append(out, c)
		}
	}
	return out
}

// SortByEvidence sorts stably, those least likely to be chance first.
func SortByEvidence(all []*Candidate) {
	slices.SortStableFunc(all, func(a, b *Candidate) int { return cmp.Compare(a.P, b.P) })
}

// search is one run over an input.
type search struct {
	in      Input
	least   int
	columns []column
	all     statistics.Share
	// frequentTriggers are the states that triggers are made of.
	frequentTriggers []Item
	strata           map[string]*strata
	// found are the tested candidates; hidden are actions without a trigger that are not candidates
	// but serve as parts of others.
	found, hidden []*Candidate
	left          map[Reason]int
	bound         int
	// outcomes marks the variables that are the outcome under another name.
	outcomes []bool
}

// Mine searches for candidates and promotes those that pass the tests. If the context ends first, it
// returns the error of the context.
func Mine(ctx context.Context, in Input, o Options) (Result, error) {
	s := &search{in: in, least: o.LeastOf(len(in.Rows)), columns: columnsOf(in), strata: map[string]*strata{}, left: map[Reason]int{}}
	for _, row := range in.Rows {
		s.all.N++
		if row.Success {
			s.all.K++
		}
	}
	s.findOutcomes()
	s.findTriggers()
	for action := range in.Variables {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		s.lookAtOptions(action)
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := s.lookAtSequences(ctx, o.Steps); err != nil {
		return Result{}, err
	}
	s.judge(o.Alpha)
	for _, c := range s.found {
		if c.Left != "" {
			s.left[c.Left]++
		}
	}
	return Result{Candidates: s.found, Least: s.least, Left: s.left, Bound: s.bound, All: s.all}, nil
}

// findTriggers finds the states that triggers are made of: those that hold in enough rows, and of too
// many the most frequent.
func (s *search) findTriggers() {
	rows := map[Item]int{}
	for v, variable := range s.in.Variables {
		if s.outcomes[v] {
			continue
		}
		for state, what := range variable.States {
			n := len(s.columns[v].states[state].rows)
			if state == variable.Absent {
				n += len(s.in.Rows) - s.columns[v].told.count()
			}
			if what.Trigger && n >= s.least {
				rows[Item{v, state}] = n
				s.frequentTriggers = append(s.frequentTriggers, Item{v, state})
			}
		}
	}
	slices.SortStableFunc(s.frequentTriggers, func(a, b Item) int { return cmp.Compare(rows[b], rows[a]) })
	s.frequentTriggers = s.frequentTriggers[:min(len(s.frequentTriggers), maxTriggers)]
	slices.SortFunc(s.frequentTriggers, compareItem)
}

// findOutcomes finds the variables with a state that is recorded in nearly the same rows as one
// outcome, while the other rows are nearly those of the other outcome.
func (s *search) findOutcomes() {
	success, failure := newRowSet(len(s.in.Rows)), newRowSet(len(s.in.Rows))
	for row, r := range s.in.Rows {
		if r.Success {
			success.add(row)
		} else {
			failure.add(row)
		}
	}
	s.outcomes = make([]bool, len(s.in.Variables))
	if s.all.K == 0 || s.all.K == s.all.N {
		return
	}
	for v := range s.in.Variables {
		for _, state := range s.columns[v].states {
			told, others := newRowSet(len(s.in.Rows)), newRowSet(len(s.in.Rows))
			for _, row := range state.rows {
				told.add(int(row))
			}
			for row := range s.in.Rows {
				if !told.has(row) {
					others.add(row)
				}
			}
			if alike(told, success) && alike(others, failure) || alike(told, failure) && alike(others, success) {
				s.outcomes[v] = true
			}
		}
		if s.outcomes[v] {
			s.left[Deterministic]++
		}
	}
}

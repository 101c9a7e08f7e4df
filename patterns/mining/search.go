package mining

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Result is what a search came to.
type Result struct {
	// Candidates are all that were looked at, in an order of their own: options by variable, then
	// sequences. Their number is the family of the adjustment.
	Candidates []*Candidate
	// Least is how many rows had to take the action.
	Least int
	// Left counts by reason what is not promoted, and what was not even looked at.
	Left map[Reason]int
	// Bound is how many sequences were looked at before the search ended without looking at the
	// rest; 0 when all were.
	Bound int
	// All are the successes of all rows.
	All statistics.Share
}

// Promoted are the candidates that are promoted, in their order.
func (r Result) Promoted() []*Candidate {
	var out []*Candidate
	for _, c := range r.Candidates {
		if c.Left == "" {
			out = append(out, c)
		}
	}
	return out
}

// SortByEvidence puts those first that are least likely to be chance; equal ones stay in their order.
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
	// found are the candidates that were looked at; hidden are actions on their own that are no
	// candidates but that others are compared with.
	found, hidden []*Candidate
	left          map[Reason]int
	bound         int
	// outcomes says which variables are the outcome under another name.
	outcomes []bool
}

// Mine looks for candidates and promotes those that the tests find. It ends early with the
// error of the context.
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

// findTriggers finds the states that triggers are made of: those that hold in enough rows, and
// of too many those that most rows tell.
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

// findOutcomes finds the variables of which a state is told in nearly the same rows as one of both
// outcomes, while the other rows are nearly those of the other one.
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

package match

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// Result says what an episode is for a match.
type Result int

// The results.
const (
	// ResultNeither means that the trigger does not hold, so the episode says nothing about the
	// action.
	ResultNeither Result = iota
	// ResultTrial means that the trigger held and the action was taken.
	ResultTrial
	// ResultCompared means that the trigger held and the action was not taken.
	ResultCompared
	// ResultUnclear means that the trigger held and it is unknown whether the action was taken.
	ResultUnclear
)

// Reading is an episode prepared for matching: after merges, by variable.
type Reading struct {
	patterns.Observed

	Resolver FactorResolver
	// States are the distinct observed states of each variable.
	States map[string][]layer.ObservedState
	// Factors are the factors that States refer to by index.
	Factors []factor.Identity
}

// Read returns the reading of an episode.
func (w FactorResolver) Read(t patterns.Observed) *Reading {
	r := &Reading{Observed: t, Resolver: w, States: make(map[string][]layer.ObservedState, len(t.Observations))}
	for _, o := range t.Observations {
		now := w.now(o.Identity)
		if known := r.find(now); known != nil {
			known.Order = earlier(known.Order, o.Order)
			continue
		}
		r.States[now.Variable] = append(r.States[now.Variable], layer.ObservedState{Factor: len(r.Factors), Order: o.Order})
		r.Factors = append(r.Factors, now)
	}
	return r
}

// earlier returns the smaller of two orders; nil is unknown.
func earlier(a, b *int64) *int64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// find returns the observed state of a factor, nil if there is none.
func (r *Reading) find(now factor.Identity) *layer.ObservedState {
	states := r.States[now.Variable]
	for i, s := range states {
		if r.Factors[s.Factor] == now {
			return &states[i]
		}
	}
	return nil
}

// Judge judges an episode for a match. To judge one episode for many matches, use
// [FactorResolver.Read] once.
func (w FactorResolver) Judge(m patterns.Match, t patterns.Observed) Result {
	return w.Read(t).Judge(m)
}

// JudgeAny judges the episode for a pattern with several matches: a trial if one match says so, and
// a comparison only if none is unclear.
func (r *Reading) JudgeAny(matches []patterns.Match) Result {
	out := ResultNeither
	for _, m := range matches {
		switch h := r.Judge(m); {
		case h == ResultTrial:
			return h
		case h > out:
			out = h
		}
	}
	return out
}

// Judge judges the episode for a match. An unobserved variable is unknown unless it is closed.
func (r *Reading) Judge(m patterns.Match) Result {
	if len(m.Then) > 1 {
		return r.judgeSteps(m)
	}
	action := r.Resolver.now(m.Action())
	states := r.States[action.Variable]
	if len(states) == 0 {
		return r.judgeUnobserved(m, action)
	}
	first, order := r.First(states)
	if !r.triggered(m.Trigger, order) {
		return ResultNeither
	}
	switch {
	case r.find(action) == nil:
		return ResultCompared
	case first < 0:
		return ResultUnclear
	case r.Factors[first] == action:
		return ResultTrial
	default:
		return ResultCompared
	}
}

// judgeUnobserved judges an episode that does not observe the variable of the action. Nobody takes an
// absent state as an action, so the result is never a trial.
func (r *Reading) judgeUnobserved(m patterns.Match, action factor.Identity) Result {
	if !r.triggered(m.Trigger, nil) {
		return ResultNeither
	}
	if r.knownNot(action) {
		return ResultCompared
	}
	return ResultUnclear
}

// First returns the first state of a variable and its order, or -1 if it is unknown which of several
// came first. The first state is the decision; later ones follow from it.
func (r *Reading) First(states []layer.ObservedState) (factor int, order *int64) {
	if len(states) == 1 {
		return states[0].Factor, states[0].Order
	}
	least, untimed, tie := states[0], false, false
	for i, s := range states {
		switch {
		case s.Order == nil:
			untimed = true
		case i == 0 || least.Order == nil || *s.Order < *least.Order:
			least, tie = s, false
		case *s.Order == *least.Order:
			tie = true
		}
	}
	if least.Order == nil || tie || untimed && *least.Order != contribution.OrderFirst {
		return -1, nil
	}
	return least.Factor, least.Order
}

// triggered reports whether all states of a trigger hold and none is known to come after the given
// order.
func (r *Reading) triggered(trigger []factor.Identity, before *int64) bool {
	for _, t := range trigger {
		if s := r.find(r.Resolver.now(t)); s != nil {
			if s.Order != nil && before != nil && *s.Order > *before {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(r.Resolver.same(t), r.absent) {
			return false
		}
	}
	return true
}

// absent reports whether a factor is the absent state of a closed variable that the episode does not
// observe.
func (r *Reading) absent(i factor.Identity) bool {
	state, closed := r.Resolver.Absent[i.Variable]
	return closed && state == i.State && len(r.States[i.Variable]) == 0
}

// judgeSteps judges a sequence by the first occurrence of each step. An episode with all steps but
// the last is a comparison if it is known not to have the last; a missing record alone proves nothing.
func (r *Reading) judgeSteps(m patterns.Match) Result {
	orders := make([]*int64, 0, len(m.Then))
	last := len(m.Then) - 1
	for i, step := range m.Then {
		s := r.find(r.Resolver.now(step))
		if s == nil && i < last {
			return ResultNeither
		}
		if s != nil {
			orders = append(orders, s.Order)
		}
	}
	if !r.triggered(m.Trigger, orders[0]) {
		return ResultNeither
	}
	at := rising(orders)
	switch without := len(orders) <= last; {
	case !without:
		return at
	case at == ResultCompared:
		return ResultNeither
	case at == ResultTrial && r.knownNot(m.Action()):
		return ResultCompared
	default:
		return ResultUnclear
	}
}

// knownNot reports whether an episode without a factor is known not to have it: another state of the
// variable is observed, or the variable is closed with another absent state.
func (r *Reading) knownNot(factor factor.Identity) bool {
	action := r.Resolver.now(factor)
	if len(r.States[action.Variable]) > 0 {
		return true
	}
	absent, closed := r.Resolver.Absent[action.Variable]
	return closed && absent != action.State
}

// rising judges the order of steps: a trial if each is known to come after the previous one, a
// comparison if one is known to come before an earlier one, otherwise unclear.
func rising(orders []*int64) Result {
	if len(orders) == 1 {
		return ResultTrial
	}
	out := ResultTrial
	for i, later := range orders {
		if later == nil {
			out = ResultUnclear
			continue
		}
		for _, sooner := range orders[:i] {
			switch {
			case sooner == nil || *sooner == *later:
				out = ResultUnclear
			case *sooner > *later:
				return ResultCompared
			}
		}
	}
	return out
}

// Before reports whether the given order is known to be before the first step of one of the matches.
func (r *Reading) Before(matches []patterns.Match, order *int64) bool {
	for _, m := range matches {
		taken := r.find(r.Resolver.Now(m.Then[0]))
		if taken != nil && taken.Order != nil && order != nil && *order < *taken.Order {
			return true
		}
	}
	return false
}

// Evidence returns the evidence of one episode for a pattern; nil if the episode is not a trial and
// no application was recorded.
func Evidence(p patterns.Pattern, r *Reading, applied *patterns.Application) *patterns.Evidence {
	observed := r.JudgeAny(p.Matches) == ResultTrial
	if !observed && applied == nil {
		return nil
	}
	var stated episodic.Outcome
	if applied != nil {
		stated = applied.Outcome
	}
	return &patterns.Evidence{
		Pattern: p.Key, Episode: r.Episode, Seen: r.Seen, Observed: observed, Applied: applied,
		Verdict: p.Rule.Verdict(r.Outcome, r.Errors, stated), Counted: p.CountsEpisode(r.Observed),
	}
}

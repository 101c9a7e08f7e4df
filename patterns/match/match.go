package match

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// Factors refuses matches in which the trigger is the action, by what people decided about factors.
func Factors(d patterns.Definition, w FactorResolver) []problem.Problem {
	var c patterns.Checker
	for i, m := range d.Matches {
		action := w.Now(m.Action())
		steps := make([]factor.Identity, len(m.Then))
		for j, step := range m.Then {
			if steps[j] = w.Now(step); slices.Contains(steps[:j], steps[j]) {
				c.Invalid(fmt.Sprintf("matches[%d].then[%d]", i, j), "%q is a step already", step.Label())
			}
		}
		for j, t := range m.Trigger {
			at, now := fmt.Sprintf("matches[%d].trigger[%d]", i, j), w.Now(t)
			switch {
			case slices.Contains(steps, now):
				c.Invalid(at, "%q is the action; a trigger is what holds before it", t.Label())
			case len(steps) == 1 && now.Variable == action.Variable:
				c.Invalid(at, "%q and the action %q are states of one variable, so they exclude each other", t.Label(), m.Action().Label())
			case j > 0 && now == w.Now(m.Trigger[0]):
				c.Invalid(at, "%q is in the trigger already", t.Label())
			}
		}
	}
	return c.Problems
}

// Result says what an episode is to a match.
type Result int

// The holdings.
const (
	// ResultNeither means that the trigger does not hold, so that the episode says nothing about
	// the action.
	ResultNeither Result = iota
	// ResultTrial means that the trigger held and the action was taken.
	ResultTrial
	// ResultCompared means that the trigger held and the action was not taken.
	ResultCompared
	// ResultUnclear means that the trigger held, and that what is told does not say whether the
	// action was taken.
	ResultUnclear
)

// Reading is an episode as matches are held against it: after merges, by variable.
type Reading struct {
	patterns.Observed

	World FactorResolver
	// States are those that are told of each variable, each once.
	States map[string][]layer.ObservedState
	// Factors are what the states name.
	Factors []factor.Identity
}

// Read returns an episode as it reads in this world.
func (w FactorResolver) Read(t patterns.Observed) *Reading {
	r := &Reading{Observed: t, World: w, States: make(map[string][]layer.ObservedState, len(t.Observations))}
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

// earlier is the lesser of two orders, of which nil is not known.
func earlier(a, b *int64) *int64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// find returns what is told of a factor; nil when it is not.
func (r *Reading) find(now factor.Identity) *layer.ObservedState {
	states := r.States[now.Variable]
	for i, s := range states {
		if r.Factors[s.Factor] == now {
			return &states[i]
		}
	}
	return nil
}

// Judge says what an episode is to a match. Who holds many matches against one episode reads it
// once, see [FactorResolver.Read].
func (w FactorResolver) Judge(m patterns.Match, t patterns.Observed) Result {
	return w.Read(t).Judge(m)
}

// JudgeAny says what the episode is to a pattern that is recognised by any of some matches: a
// trial when one of them holds, and compared with only when none is unclear.
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

// Judge says what the episode is to a match. What is not told of a variable is unknown unless the
// variable is closed.
func (r *Reading) Judge(m patterns.Match) Result {
	if len(m.Then) > 1 {
		return r.judgeSteps(m)
	}
	action := r.World.now(m.Action())
	states := r.States[action.Variable]
	if len(states) == 0 {
		return r.judgeUntold(m, action)
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

// judgeUntold judges an episode that tells nothing of the variable of the action. An absent state
// is nothing that anybody did, so it is never a trial.
func (r *Reading) judgeUntold(m patterns.Match, action factor.Identity) Result {
	if !r.triggered(m.Trigger, nil) {
		return ResultNeither
	}
	if r.otherwise(action) {
		return ResultCompared
	}
	return ResultUnclear
}

// First returns the state of a variable that came first and when; -1 when that is not known of
// several. What came then is what was decided: later ones are what was made of it.
func (r *Reading) First(states []layer.ObservedState) (factor int, order *int64) {
	if len(states) == 1 {
		return states[0].Factor, states[0].Order
	}
	least, untimed, twice := states[0], false, false
	for i, s := range states {
		switch {
		case s.Order == nil:
			untimed = true
		case i == 0 || least.Order == nil || *s.Order < *least.Order:
			least, twice = s, false
		case *s.Order == *least.Order:
			twice = true
		}
	}
	if least.Order == nil || twice || untimed && *least.Order != contribution.OrderFirst {
		return -1, nil
	}
	return least.Factor, least.Order
}

// triggered reports whether all states of a trigger hold before something of that order: none
// that is known to come after it does.
func (r *Reading) triggered(trigger []factor.Identity, before *int64) bool {
	for _, t := range trigger {
		if s := r.find(r.World.now(t)); s != nil {
			if s.Order != nil && before != nil && *s.Order > *before {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(r.World.same(t), r.absent) {
			return false
		}
	}
	return true
}

// absent reports whether a factor is the absent state of a closed variable of which the episode
// tells nothing.
func (r *Reading) absent(i factor.Identity) bool {
	state, closed := r.World.Absent[i.Variable]
	return closed && state == i.State && len(r.States[i.Variable]) == 0
}

// judgeSteps judges a sequence by the times at which its steps first occurred. One that came to
// the last step but one is compared with when it is known not to have the last; that a record
// does not tell it says nothing.
func (r *Reading) judgeSteps(m patterns.Match) Result {
	orders := make([]*int64, 0, len(m.Then))
	last := len(m.Then) - 1
	for i, step := range m.Then {
		s := r.find(r.World.now(step))
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
	case at == ResultTrial && r.otherwise(m.Action()):
		return ResultCompared
	default:
		return ResultUnclear
	}
}

// otherwise reports whether an episode that does not tell a factor is known not to have it: it
// tells another state of the variable, or nothing of one that is closed with another absent state.
func (r *Reading) otherwise(factor factor.Identity) bool {
	action := r.World.now(factor)
	if len(r.States[action.Variable]) > 0 {
		return true
	}
	absent, closed := r.World.Absent[action.Variable]
	return closed && absent != action.State
}

// rising says whether steps came in their order: a trial when each is known to come after the one
// before, compared with when one is known to come before an earlier one, else unclear.
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

// Before reports whether something of that order is known to have been the case before the action
// of one of the matches.
func (r *Reading) Before(matches []patterns.Match, order *int64) bool {
	for _, m := range matches {
		taken := r.find(r.World.Now(m.Then[0]))
		if taken != nil && taken.Order != nil && order != nil && *order < *taken.Order {
			return true
		}
	}
	return false
}

// Evidence is what one episode is to a pattern; nil when it is none: it is no trial, and nobody
// recorded an application.
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

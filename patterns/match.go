package patterns

import (
	"slices"

	"github.com/causeway-memory/causeway/causal"
)

// Holding says what an episode is to a match.
type Holding int

// The holdings.
const (
	// HoldingNeither means that the trigger does not hold, so that the episode says nothing about
	// the action.
	HoldingNeither Holding = iota
	// HoldingTrial means that the trigger held and the action was taken.
	HoldingTrial
	// HoldingCompared means that the trigger held and the action was not taken.
	HoldingCompared
	// HoldingUnclear means that the trigger held, and that what is told does not say whether the
	// action was taken.
	HoldingUnclear
)

// Reading is an episode as matches are held against it: after merges, by variable.
type Reading struct {
	Told

	world World
	// states are those that are told of each variable, each once.
	states map[string][]causal.ToldState
	// factors are what the states name.
	factors []causal.Identity
}

// Read returns an episode as it reads in this world.
func (w World) Read(t Told) *Reading {
	r := &Reading{Told: t, world: w, states: make(map[string][]causal.ToldState, len(t.Observations))}
	for _, o := range t.Observations {
		now := w.now(o.Identity)
		if known := r.find(now); known != nil {
			known.Order = earlier(known.Order, o.Order)
			continue
		}
		r.states[now.Variable] = append(r.states[now.Variable], causal.ToldState{Factor: len(r.factors), Order: o.Order})
		r.factors = append(r.factors, now)
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
func (r *Reading) find(now causal.Identity) *causal.ToldState {
	states := r.states[now.Variable]
	for i, s := range states {
		if r.factors[s.Factor] == now {
			return &states[i]
		}
	}
	return nil
}

// Judge says what an episode is to a match. Who holds many matches against one episode reads it
// once, see [World.Read].
func (w World) Judge(m Match, t Told) Holding { return w.Read(t).Judge(m) }

// JudgeAny says what the episode is to a pattern that is recognised by any of some matches: a
// trial when one of them holds, and compared with only when none is unclear.
func (r *Reading) JudgeAny(matches []Match) Holding {
	out := HoldingNeither
	for _, m := range matches {
		switch h := r.Judge(m); {
		case h == HoldingTrial:
			return h
		case h > out:
			out = h
		}
	}
	return out
}

// Judge says what the episode is to a match. What is not told of a variable is unknown unless the
// variable is closed.
func (r *Reading) Judge(m Match) Holding {
	if len(m.Then) > 1 {
		return r.judgeSteps(m)
	}
	action := r.world.now(m.Action())
	states := r.states[action.Variable]
	if len(states) == 0 {
		return r.judgeUntold(m, action)
	}
	first, order := r.first(states)
	if !r.triggered(m.Trigger, order) {
		return HoldingNeither
	}
	switch {
	case r.find(action) == nil:
		return HoldingCompared
	case first < 0:
		return HoldingUnclear
	case r.factors[first] == action:
		return HoldingTrial
	default:
		return HoldingCompared
	}
}

// judgeUntold judges an episode that tells nothing of the variable of the action. An absent state
// is nothing that anybody did, so it is never a trial.
func (r *Reading) judgeUntold(m Match, action causal.Identity) Holding {
	if !r.triggered(m.Trigger, nil) {
		return HoldingNeither
	}
	if r.otherwise(action) {
		return HoldingCompared
	}
	return HoldingUnclear
}

// first returns the state of a variable that came first and when; -1 when that is not known of
// several. What came then is what was decided: later ones are what was made of it.
func (r *Reading) first(states []causal.ToldState) (factor int, order *int64) {
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
	if least.Order == nil || twice || untimed && *least.Order != causal.OrderFirst {
		return -1, nil
	}
	return least.Factor, least.Order
}

// triggered reports whether all states of a trigger hold before something of that order: none
// that is known to come after it does.
func (r *Reading) triggered(trigger []causal.Identity, before *int64) bool {
	for _, t := range trigger {
		if s := r.find(r.world.now(t)); s != nil {
			if s.Order != nil && before != nil && *s.Order > *before {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(r.world.same(t), r.absent) {
			return false
		}
	}
	return true
}

// absent reports whether a factor is the absent state of a closed variable of which the episode
// tells nothing.
func (r *Reading) absent(i causal.Identity) bool {
	state, closed := r.world.absent[i.Variable]
	return closed && state == i.State && len(r.states[i.Variable]) == 0
}

// judgeSteps judges a sequence by the times at which its steps first occurred. One that came to
// the last step but one is compared with when it is known not to have the last; that a record
// does not tell it says nothing.
func (r *Reading) judgeSteps(m Match) Holding {
	orders := make([]*int64, 0, len(m.Then))
	last := len(m.Then) - 1
	for i, step := range m.Then {
		s := r.find(r.world.now(step))
		if s == nil && i < last {
			return HoldingNeither
		}
		if s != nil {
			orders = append(orders, s.Order)
		}
	}
	if !r.triggered(m.Trigger, orders[0]) {
		return HoldingNeither
	}
	at := rising(orders)
	switch without := len(orders) <= last; {
	case !without:
		return at
	case at == HoldingCompared:
		return HoldingNeither
	case at == HoldingTrial && r.otherwise(m.Action()):
		return HoldingCompared
	default:
		return HoldingUnclear
	}
}

// otherwise reports whether an episode that does not tell a factor is known not to have it: it
// tells another state of the variable, or nothing of one that is closed with another absent state.
func (r *Reading) otherwise(factor causal.Identity) bool {
	action := r.world.now(factor)
	if len(r.states[action.Variable]) > 0 {
		return true
	}
	absent, closed := r.world.absent[action.Variable]
	return closed && absent != action.State
}

// rising says whether steps came in their order: a trial when each is known to come after the one
// before, compared with when one is known to come before an earlier one, else unclear.
func rising(orders []*int64) Holding {
	if len(orders) == 1 {
		return HoldingTrial
	}
	out := HoldingTrial
	for i, later := range orders {
		if later == nil {
			out = HoldingUnclear
			continue
		}
		for _, sooner := range orders[:i] {
			switch {
			case sooner == nil || *sooner == *later:
				out = HoldingUnclear
			case *sooner > *later:
				return HoldingCompared
			}
		}
	}
	return out
}

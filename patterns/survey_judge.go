package patterns

import (
	"slices"

	"github.com/causeway-memory/causeway/causal"
)

// swift judges the matches of many patterns against one episode after the other, as
// [Reading.JudgeAny] does, with numbers in place of texts. A sequence of several steps is left to
// the reading, after a look whether it can be anything at all.
type swift struct {
	world World
	// ids and variables number the factors, after merges, and the variables that matches name.
	ids       map[causal.Identity]int
	variables map[string]int
	// has says of each factor in which episode it was told last, and order when it occurred there.
	has   []int
	order []*int64
	// first is the state of each variable that came first, -1 when that is not known, and at when;
	// toldIn says in which episode the variable was told last.
	first  []int
	at     []*int64
	toldIn []int
	number int
}

// swiftMatch is a match in numbers.
type swiftMatch struct {
	match   Match
	trigger []swiftState
	// steps are all but the last of Then.
	steps            []int
	action, variable int
	// untold is what an episode is in which the trigger holds and nothing is told of the variable.
	untold Holding
}

// swiftState is a state of a trigger: a factor, or the absent state of one of some variables.
type swiftState struct {
	id     int
	absent []int
}

func newSwift(w World) *swift {
	return &swift{world: w, ids: map[causal.Identity]int{}, variables: map[string]int{}}
}

func (s *swift) id(i causal.Identity) int {
	now := s.world.Now(i)
	n, known := s.ids[now]
	if !known {
		n = len(s.ids)
		s.ids[now] = n
		s.has, s.order = append(s.has, 0), append(s.order, nil)
	}
	return n
}

func (s *swift) variable(name string) int {
	n, known := s.variables[name]
	if !known {
		n = len(s.variables)
		s.variables[name] = n
		s.first, s.at, s.toldIn = append(s.first, -1), append(s.at, nil), append(s.toldIn, 0)
	}
	return n
}

// compile puts a match in numbers.
func (s *swift) compile(m Match) swiftMatch {
	action := s.world.Now(m.Action())
	out := swiftMatch{match: m, action: s.id(action), variable: s.variable(action.Variable), untold: HoldingUnclear}
	if absent, closed := s.world.absent[action.Variable]; closed && absent != action.State {
		out.untold = HoldingCompared
	}
	for _, step := range m.Then[:len(m.Then)-1] {
		out.steps = append(out.steps, s.id(step))
	}
	for _, t := range m.Trigger {
		one := swiftState{id: s.id(t)}
		for _, i := range s.world.same(t) {
			if state, closed := s.world.absent[i.Variable]; closed && state == i.State {
				one.absent = append(one.absent, s.variable(i.Variable))
			}
		}
		out.trigger = append(out.trigger, one)
	}
	return out
}

// read takes the next episode.
func (s *swift) read(r *Reading) {
	s.number++
	for name, states := range r.states {
		v, asked := s.variables[name]
		if asked {
			s.toldIn[v], s.first[v] = s.number, -1
			var first int
			if first, s.at[v] = r.first(states); first >= 0 {
				s.first[v] = s.known(r.factors[first])
			}
		}
		for _, one := range states {
			if id := s.known(r.factors[one.Factor]); id >= 0 {
				s.has[id], s.order[id] = s.number, one.Order
			}
		}
	}
}

// known is the number of a factor; -2 when no match names it.
func (s *swift) known(now causal.Identity) int {
	if id, named := s.ids[now]; named {
		return id
	}
	return -2
}

// judgeAny says what the episode is to a pattern of these matches.
func (s *swift) judgeAny(r *Reading, matches []swiftMatch) Holding {
	out := HoldingNeither
	for i := range matches {
		switch h := s.judge(r, &matches[i]); {
		case h == HoldingTrial:
			return h
		case h > out:
			out = h
		}
	}
	return out
}

func (s *swift) judge(r *Reading, m *swiftMatch) Holding {
	if len(m.steps) > 0 {
		if slices.ContainsFunc(m.steps, func(id int) bool { return s.has[id] != s.number }) {
			return HoldingNeither
		}
		return r.Judge(m.match)
	}
	told := s.toldIn[m.variable] == s.number
	var at *int64
	if told {
		at = s.at[m.variable]
	}
	switch {
	case !s.triggered(m.trigger, at):
		return HoldingNeither
	case !told:
		return m.untold
	case s.has[m.action] != s.number:
		return HoldingCompared
	case s.first[m.variable] == -1:
		return HoldingUnclear
	case s.first[m.variable] == m.action:
		return HoldingTrial
	default:
		return HoldingCompared
	}
}

func (s *swift) triggered(trigger []swiftState, before *int64) bool {
	for _, t := range trigger {
		if s.has[t.id] == s.number {
			if o := s.order[t.id]; o != nil && before != nil && *o > *before {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(t.absent, func(v int) bool { return s.toldIn[v] != s.number }) {
			return false
		}
	}
	return true
}

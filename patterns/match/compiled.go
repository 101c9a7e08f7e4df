package match

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/patterns"
)

// CompiledMatcher judges the matches of many patterns against one episode after the other, as
// [Reading.JudgeAny] does, with numbers in place of texts. A sequence of several steps is left to
// the reading, after a look whether it can be anything at all.
type CompiledMatcher struct {
	world FactorResolver
	// ids and variables number the factors, after merges, and the variables that matches name.
	ids       map[factor.Identity]int
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

// CompiledMatch is a match in numbers.
type CompiledMatch struct {
	match   patterns.Match
	trigger []compiledState
	// steps are all but the last of Then.
	steps            []int
	action, variable int
	// untold is what an episode is in which the trigger holds and nothing is told of the variable.
	untold Result
}

// compiledState is a state of a trigger: a factor, or the absent state of one of some variables.
type compiledState struct {
	id     int
	absent []int
}

func NewCompiledMatcher(w FactorResolver) *CompiledMatcher {
	return &CompiledMatcher{world: w, ids: map[factor.Identity]int{}, variables: map[string]int{}}
}

func (s *CompiledMatcher) id(i factor.Identity) int {
	now := s.world.Now(i)
	n, known := s.ids[now]
	if !known {
		n = len(s.ids)
		s.ids[now] = n
		s.has, s.order = append(s.has, 0), append(s.order, nil)
	}
	return n
}

func (s *CompiledMatcher) variable(name string) int {
	n, known := s.variables[name]
	if !known {
		n = len(s.variables)
		s.variables[name] = n
		s.first, s.at, s.toldIn = append(s.first, -1), append(s.at, nil), append(s.toldIn, 0)
	}
	return n
}

// Compile puts a match in numbers.
func (s *CompiledMatcher) Compile(m patterns.Match) CompiledMatch {
	action := s.world.Now(m.Action())
	out := CompiledMatch{match: m, action: s.id(action), variable: s.variable(action.Variable), untold: ResultUnclear}
	if absent, closed := s.world.Absent[action.Variable]; closed && absent != action.State {
		out.untold = ResultCompared
	}
	for _, step := range m.Then[:len(m.Then)-1] {
		out.steps = append(out.steps, s.id(step))
	}
	for _, t := range m.Trigger {
		one := compiledState{id: s.id(t)}
		for _, i := range s.world.same(t) {
			if state, closed := s.world.Absent[i.Variable]; closed && state == i.State {
				one.absent = append(one.absent, s.variable(i.Variable))
			}
		}
		out.trigger = append(out.trigger, one)
	}
	return out
}

// Read takes the next episode.
func (s *CompiledMatcher) Read(r *Reading) {
	s.number++
	for name, states := range r.States {
		v, asked := s.variables[name]
		if asked {
			s.toldIn[v], s.first[v] = s.number, -1
			var first int
			if first, s.at[v] = r.First(states); first >= 0 {
				s.first[v] = s.known(r.Factors[first])
			}
		}
		for _, one := range states {
			if id := s.known(r.Factors[one.Factor]); id >= 0 {
				s.has[id], s.order[id] = s.number, one.Order
			}
		}
	}
}

// known is the number of a factor; -2 when no match names it.
func (s *CompiledMatcher) known(now factor.Identity) int {
	if id, named := s.ids[now]; named {
		return id
	}
	return -2
}

// JudgeAny says what the episode is to a pattern of these matches.
func (s *CompiledMatcher) JudgeAny(r *Reading, matches []CompiledMatch) Result {
	out := ResultNeither
	for i := range matches {
		switch h := s.judge(r, &matches[i]); {
		case h == ResultTrial:
			return h
		case h > out:
			out = h
		}
	}
	return out
}

func (s *CompiledMatcher) judge(r *Reading, m *CompiledMatch) Result {
	if len(m.steps) > 0 {
		if slices.ContainsFunc(m.steps, func(id int) bool { return s.has[id] != s.number }) {
			return ResultNeither
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
		return ResultNeither
	case !told:
		return m.untold
	case s.has[m.action] != s.number:
		return ResultCompared
	case s.first[m.variable] == -1:
		return ResultUnclear
	case s.first[m.variable] == m.action:
		return ResultTrial
	default:
		return ResultCompared
	}
}

func (s *CompiledMatcher) triggered(trigger []compiledState, before *int64) bool {
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

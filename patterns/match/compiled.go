package match

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/patterns"
)

// CompiledMatcher judges the matches of many patterns against one episode after another, with the
// results of [Reading.JudgeAny] but with integers instead of strings. It leaves sequences of several
// steps to the reading, unless an early step is missing.
type CompiledMatcher struct {
	resolver FactorResolver
	// ids and variables number the factors, after merges, and the variables that matches name.
	ids       map[factor.Identity]int
	variables map[string]int
	// has is the last episode, by number, that has each factor; order is the factor's order there.
	has   []int
	order []*int64
	// first is the first state of each variable, -1 if unknown, and at its order; seenIn is the
	// last episode, by number, that has the variable.
	first  []int
	at     []*int64
	seenIn []int
	// number counts the episodes.
	number int
}

// CompiledMatch is a match with integers instead of factors and variables.
type CompiledMatch struct {
	match   patterns.Match
	trigger []compiledState
	// steps are all but the last of Then.
	steps            []int
	action, variable int
	// unobserved is the result for an episode in which the trigger holds and the variable of the
	// action is not observed.
	unobserved Result
}

// compiledState is a state of a trigger: a factor, or the absent state of a closed variable.
type compiledState struct {
	id     int
	absent []int
}

// NewCompiledMatcher returns a matcher without matches.
func NewCompiledMatcher(resolver FactorResolver) *CompiledMatcher {
	return &CompiledMatcher{resolver: resolver, ids: map[factor.Identity]int{}, variables: map[string]int{}}
}

func (c *CompiledMatcher) id(i factor.Identity) int {
	now := c.resolver.Now(i)
	n, known := c.ids[now]
	if !known {
		n = len(c.ids)
		c.ids[now] = n
		c.has, c.order = append(c.has, 0), append(c.order, nil)
	}
	return n
}

func (c *CompiledMatcher) variable(name string) int {
	n, known := c.variables[name]
	if !known {
		n = len(c.variables)
		c.variables[name] = n
		c.first, c.at, c.seenIn = append(c.first, -1), append(c.at, nil), append(c.seenIn, 0)
	}
	return n
}

// Compile compiles a match.
func (c *CompiledMatcher) Compile(m patterns.Match) CompiledMatch {
	action := c.resolver.Now(m.Action())
	out := CompiledMatch{match: m, action: c.id(action), variable: c.variable(action.Variable), unobserved: ResultUnclear}
	if absent, closed := c.resolver.Absent[action.Variable]; closed && absent != action.State {
		out.unobserved = ResultCompared
	}
	for _, step := range m.Then[:len(m.Then)-1] {
		out.steps = append(out.steps, c.id(step))
	}
	for _, t := range m.Trigger {
		one := compiledState{id: c.id(t)}
		for _, i := range c.resolver.same(t) {
			if state, closed := c.resolver.Absent[i.Variable]; closed && state == i.State {
				one.absent = append(one.absent, c.variable(i.Variable))
			}
		}
		out.trigger = append(out.trigger, one)
	}
	return out
}

// Read reads the next episode.
func (c *CompiledMatcher) Read(r *Reading) {
	c.number++
	for name, states := range r.States {
		v, asked := c.variables[name]
		if asked {
			c.seenIn[v], c.first[v] = c.number, -1
			var first int
			if first, c.at[v] = r.First(states); first >= 0 {
				c.first[v] = c.known(r.Factors[first])
			}
		}
		for _, one := range states {
			if id := c.known(r.Factors[one.Factor]); id >= 0 {
				c.has[id], c.order[id] = c.number, one.Order
			}
		}
	}
}

// known returns the number of a factor, -2 if no match names it.
func (c *CompiledMatcher) known(now factor.Identity) int {
	if id, named := c.ids[now]; named {
		return id
	}
	return -2
}

// JudgeAny judges the episode that was read last for a pattern with these matches.
func (c *CompiledMatcher) JudgeAny(r *Reading, matches []CompiledMatch) Result {
	out := ResultNeither
	for i := range matches {
		switch h := c.judge(r, &matches[i]); {
		case h == ResultTrial:
			return h
		case h > out:
			out = h
		}
	}
	return out
}

func (c *CompiledMatcher) judge(r *Reading, m *CompiledMatch) Result {
	if len(m.steps) > 0 {
		if slices.ContainsFunc(m.steps, func(id int) bool { return c.has[id] != c.number }) {
			return ResultNeither
		}
		return r.Judge(m.match)
	}
	observed := c.seenIn[m.variable] == c.number
	var at *int64
	if observed {
		at = c.at[m.variable]
	}
	switch {
	case !c.triggered(m.trigger, at):
		return ResultNeither
	case !observed:
		return m.unobserved
	case c.has[m.action] != c.number:
		return ResultCompared
	case c.first[m.variable] == -1:
		return ResultUnclear
	case c.first[m.variable] == m.action:
		return ResultTrial
	default:
		return ResultCompared
	}
}

func (c *CompiledMatcher) triggered(trigger []compiledState, before *int64) bool {
	for _, t := range trigger {
		if c.has[t.id] == c.number {
			if o := c.order[t.id]; o != nil && before != nil && *o > *before {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(t.absent, func(v int) bool { return c.seenIn[v] != c.number }) {
			return false
		}
	}
	return true
}

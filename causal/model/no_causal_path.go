package model

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/text"
)

// NoCausalPath says what is known about an effect when no directed path leads from the columns to
// the target. The effect is known to be 0 only if nothing contradicts it: no cut link leads there,
// links name the parents of the target, and the counts agree, also with the links around. Where it rests on the direction of
// a link that nothing but the link tells, the reason says so. what and target name both ends.
func (m *Model) NoCausalPath(from []int, to int, what, target string) (Status, string) {
	before, known := m.ComesBefore(to, from), m.knownBefore(to, from)
	switch {
	case m.reachesWhole(from, to, false):
		return StatusCyclic, fmt.Sprintf("Only links that were left out to undo a circle lead from %s to %s, so that nothing is known of its effect.", what, target)
	case m.reachesWhole(from, to, true):
		return StatusInsufficient, fmt.Sprintf("Links lead from %s to %s only by what episodes tell again at a later time: "+
			"only the first time is set and asked for, and it comes before.", what, target)
	case !before && !m.linked(to):
		return StatusInsufficient, fmt.Sprintf("No link leads from %s to %s, but no link says what %q depends on, or hardly an episode, so that this is no sign that there is no effect.",
			what, target, text.Shorten(m.Variables[to].Name, 60))
	case !before && slices.ContainsFunc(from, func(x int) bool { return m.observes(x, to) }):
		return StatusInsufficient, fmt.Sprintf("No link leads from %s to %s, but the counts disagree: it goes along with it more than what is linked to it explains. "+
			"A link may be missing, or a cause of both.", what, target)
	case !known && m.Doubted != nil && m.Doubted(from, to) != "":
		return StatusInsufficient, fmt.Sprintf("No link leads from %s to %s, but the counts speak against the links: %s", what, target, m.Doubted(from, to))
	}
	reason := fmt.Sprintf("No link leads from %s to %s, so that setting it changes nothing, whatever goes along with it.", what, target)
	if !known && m.RestsOn != nil {
		reason += m.RestsOn(from, to)
	}
	return StatusNoCausalPath, reason
}

// reachesWhole reports whether edges lead from columns to another one, cut edges included. With
// times, all times of a variable count as one.
func (m *Model) reachesWhole(from []int, to int, times bool) bool {
	seen := make([]bool, len(m.Variables))
	for next := slices.Clone(from); len(next) > 0; next = next[1:] {
		if seen[next[0]] {
			continue
		}
		seen[next[0]] = true
		for _, e := range m.Edges {
			switch {
			case e.Source == next[0]:
				next = append(next, e.Target)
			case e.Target == next[0] && e.Again && times:
				next = append(next, e.Source)
			}
		}
	}
	return seen[to]
}

// RepeatedVariable reports whether a column has later times.
func (m *Model) RepeatedVariable(column int) bool {
	return slices.ContainsFunc(m.Edges, func(e Edge) bool { return e.Source == column && e.Again })
}

// ComesBefore reports whether a column comes before all of the others: it reaches them, or it was
// known beforehand and they were not.
func (m *Model) ComesBefore(column int, others []int) bool {
	return !slices.ContainsFunc(others, func(other int) bool { return !m.knownBefore(column, []int{other}) && !m.Reaches(column, other) })
}

// knownBefore reports whether a column was known beforehand and the others were not, so that nothing leads from them to it.
func (m *Model) knownBefore(column int, others []int) bool {
	return m.Variables[column].Kind == factor.KindContext && !slices.ContainsFunc(others, func(other int) bool { return m.Variables[other].Kind == factor.KindContext })
}

// outcomeProxy is the twin of the outcome, which is the outcome under another name; any other
// column is its own proxy.
func (m *Model) outcomeProxy(column int) int {
	parents := m.Graph.Parents[column]
	if m.Variables[column].Name != factor.VariableOutcome || len(parents) != 1 {
		return column
	}
	if e, there := m.edge(parents[0], column); !there || !e.Chosen() {
		return column
	}
	return parents[0]
}

// leastLinking is the least number of episodes or statements of a link that says what a column
// depends on: a single episode that links something there does not say that nothing else leads there.
const leastLinking = 10

// linked reports whether links name a parent of a column, and not only what came before it.
func (m *Model) linked(column int) bool {
	return slices.ContainsFunc(m.Edges, func(e Edge) bool {
		return (e.Target == column || e.Target == m.outcomeProxy(column)) && !e.Cut && !e.onlyTemporal() && (e.evidence() >= leastLinking || e.stated())
	})
}

// Few links do not say what a column depends on: together they rest on wellTold episodes, and on
// wellToldShare of those that tell the column.
const (
	wellTold      = 30
	wellToldShare = .1
)

// WellTold reports whether so many episodes link something to a column, or to its proxy, that a
// missing link says something.
func (m *Model) WellTold(column int) bool {
	episodes := 0
	for _, e := range m.Edges {
		if e.Cut || e.Target != column && e.Target != m.outcomeProxy(column) {
			continue
		}
		for _, l := range e.Links {
			episodes += l.Evidence.Total()
		}
	}
	return episodes >= wellTold && float64(episodes) >= wellToldShare*float64(m.Variables[column].Recorded)
}

// observes reports whether a column has information about another one, or about its proxy, beyond
// their parents.
func (m *Model) observes(column, of int) bool {
	for _, target := range []int{of, m.outcomeProxy(of)} {
		parents := slices.DeleteFunc(slices.Clone(m.Graph.Parents[target]), func(p int) bool { return m.Variables[p].Constant })
		if slices.Contains(estimation.SelectParents(m.Sample, target, []int{column}, parents...), column) {
			return true
		}
	}
	return false
}

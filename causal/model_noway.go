package causal

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// noWay says what is known of the effect of columns on another one to which no way along the
// graph leads from them. That it is exactly 0 is known only where nothing speaks against it: no
// link that was left out of the graph leads there, links say what the target depends on, and the
// counts agree. what and target name both ends.
func (m *model) noWay(from []int, to int, what, target string) (EffectStatus, string) {
	switch {
	case m.reachesWhole(from, to, false):
		return EffectCyclic, fmt.Sprintf("Only links that were left out to undo a circle lead from %s to %s, so that nothing is known of its effect.", what, target)
	case m.reachesWhole(from, to, true):
		return EffectInsufficient, fmt.Sprintf("Links lead from %s to %s only by what episodes tell again at a later time: "+
			"only the first time is set and asked for, and it comes before.", what, target)
	case m.before(to, from):
	case !m.linked(to):
		return EffectInsufficient, fmt.Sprintf("No link leads from %s to %s, but no link says what %q depends on at all, so that this is no sign that there is no effect.",
			what, target, shorten(m.variables[to].Name, 60))
	case slices.ContainsFunc(from, func(x int) bool { return m.tells(x, to) }):
		return EffectInsufficient, fmt.Sprintf("No link leads from %s to %s, but the counts disagree: it goes along with it more than what is linked to it explains. "+
			"A link may be missing, or a cause of both.", what, target)
	}
	return EffectNoCausalPath, fmt.Sprintf("No link leads from %s to %s, so that setting it changes nothing, whatever goes along with it.", what, target)
}

// reachesWhole reports whether edges lead from columns to another one, be they cut or not. Where
// it is times that count, all times of a variable are one.
func (m *model) reachesWhole(from []int, to int, times bool) bool {
	seen := make([]bool, len(m.variables))
	for next := slices.Clone(from); len(next) > 0; next = next[1:] {
		if seen[next[0]] {
			continue
		}
		seen[next[0]] = true
		for _, e := range m.edges {
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

// again reports whether a column has later times.
func (m *model) again(column int) bool {
	return slices.ContainsFunc(m.edges, func(e modelEdge) bool { return e.Source == column && e.Again })
}

// before reports whether a column comes before all of others: it leads to them, or was known
// beforehand and they were not.
func (m *model) before(column int, others []int) bool {
	return !slices.ContainsFunc(others, func(other int) bool {
		known := m.variables[column].Kind == FactorContext && m.variables[other].Kind != FactorContext
		return !known && !m.reaches(column, other)
	})
}

// standing is the column that stands for another one: that of the outcome under another name.
func (m *model) standing(column int) int {
	parents := m.graph.Parents[column]
	if m.variables[column].Name != VariableOutcome || len(parents) != 1 {
		return column
	}
	if e, there := m.edge(parents[0], column); !there || !e.chosen() {
		return column
	}
	return parents[0]
}

// linked reports whether some link says what a column depends on.
func (m *model) linked(column int) bool {
	return slices.ContainsFunc(m.edges, func(e modelEdge) bool {
		return (e.Target == column || e.Target == m.standing(column)) && !e.Cut && len(e.Links) > 0
	})
}

// tells reports whether a column says something of another one, or of what stands for it, that
// what these depend on does not say.
func (m *model) tells(column, of int) bool {
	for _, target := range []int{of, m.standing(of)} {
		parents := slices.DeleteFunc(slices.Clone(m.graph.Parents[target]), func(p int) bool { return m.variables[p].constant })
		if slices.Contains(estimation.SelectParents(m.sample, target, []int{column}, parents...), column) {
			return true
		}
	}
	return false
}

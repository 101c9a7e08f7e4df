package model

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// Happened is the number of the state of a binary column that means that it happened: the one that
// is not the absent state; else the one whose name does not mean no; else the rarer one. It is -1
// for other columns.
func (m *Model) Happened(column int) int {
	v := m.Variables[column]
	if len(v.States) != 2 {
		return -1
	}
	if v.Absent >= 0 {
		return 1 - v.Absent
	}
	first, second := meansAbsent(v.States[0]), meansAbsent(v.States[1])
	if first != second {
		if first {
			return 1
		}
		return 0
	}
	count := [2]int{}
	for _, s := range m.Sample.Columns[column].Of {
		if s >= 0 {
			count[s]++
		}
	}
	if count[0] < count[1] {
		return 0
	}
	return 1
}

// meansAbsent reports whether a state says that something did not happen.
func meansAbsent(state string) bool {
	switch strings.ToLower(strings.TrimSpace(state)) {
	case "", "no", "not", "n", "false", "off", "0", "none", "absent", "skip", "skipped", "never", notRecorded:
		return true
	}
	return false
}

// acts finds in which states of its source an edge acts on its binary target, and its relation to
// the target happening. relation is empty when links state none, or several; the counts then
// choose. on is nil when the states are unknown.
func (m *Model) acts(e Edge) (on []bool, relation episodic.Relation) {
	happened := m.Happened(e.Target)
	stated := map[int][]episodic.Relation{}
	linked := make([]bool, len(m.Variables[e.Source].States))
	for _, l := range e.Links {
		source, known := m.Variables[e.Source].state(l.Source.State)
		if !known {
			continue
		}
		target, known := m.Variables[e.Target].state(l.Target.State)
		if !known {
			continue
		}
		linked[source] = linked[source] || target == happened
		r, clear := towards(l, target == happened)
		if clear && !slices.Contains(stated[source], r) {
			stated[source] = append(stated[source], r)
		}
	}
	if own := m.Happened(e.Source); own >= 0 {
		return m.actsOfTwo(own, stated)
	}
	return actsOfMany(linked, stated)
}

// towards is the relation that a link states to the target happening. clear is false when it states
// none: most links of episodes have no type and are read as causes.
func towards(l link.FactorLink, happened bool) (r episodic.Relation, clear bool) {
	typed := l.Statements > 0 || l.Relation != episodic.RelationCauses
	switch {
	case !typed:
		return "", false
	case happened:
		return l.Relation, true
	case l.Relation == episodic.RelationCauses:
		return episodic.RelationPrevents, true
	case l.Relation == episodic.RelationPrevents:
		return episodic.RelationCauses, true
	default:
		return "", false
	}
}

// actsOfTwo is the effect of a binary source: what is stated of the state in which it happened,
// else what is stated of the other state.
func (m *Model) actsOfTwo(own int, stated map[int][]episodic.Relation) (on []bool, relation episodic.Relation) {
	on = make([]bool, 2)
	for _, state := range []int{own, 1 - own} {
		if len(stated[state]) > 0 {
			if on[state] = true; len(stated[state]) == 1 {
				relation = stated[state][0]
			}
			return on, relation
		}
	}
	on[own] = true
	return on, ""
}

// actsOfMany is the effect of a source with more states. It acts in the states with a stated
// relation, when all of them agree, else in the linked states.
func actsOfMany(linked []bool, stated map[int][]episodic.Relation) (on []bool, relation episodic.Relation) {
	on = make([]bool, len(linked))
	var all []episodic.Relation
	for state, relations := range stated {
		on[state] = true
		all = append(all, relations...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 1 && !allOf(on) {
		return on, all[0]
	}
	if len(stated) > 0 || allOf(linked) || !slices.Contains(linked, true) {
		return nil, ""
	}
	return linked, ""
}

func allOf(on []bool) bool { return !slices.Contains(on, false) }

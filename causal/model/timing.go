package model

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/text"
)

// timing says when a variable comes relative to another one.
type timing int

const (
	// timeUnknown says that the order is not told, or differs.
	timeUnknown timing = iota
	timeBefore
	timeAfter
)

// sureOrder is the least share of the episodes with both variables in which their order must be
// the same to be known.
const sureOrder = .95

// timingOf says when a variable comes relative to another one, by the times in the episodes that
// record both, see [dataset.Column.Order]. The columns of both must be known.
func (l *learner) timingOf(name, other string) timing {
	both, before, after := l.cellsOf(name).Order(l.cellsOf(other))
	switch least := sureOrder * float64(both); {
	case both > 0 && float64(before) >= least:
		return timeBefore
	case both > 0 && float64(after) >= least:
		return timeAfter
	default:
		return timeUnknown
	}
}

// ordered are candidates for parents by what is known of their order.
type ordered struct {
	actions []string
	// before come before all actions. free come before them too, or follow from one along links.
	// unknown may come before or after an action. The rest comes after an action without following
	// from it: to hold it fixed would remove a part of the effect, or make one up.
	before, free, unknown []string
}

// order divides candidates by when they come relative to the actions.
func (d *draft) order(candidates, actions []string) (ordered, error) {
	out := ordered{actions: actions}
	if err := d.needColumns(append(slices.Clone(actions), candidates...)); err != nil {
		return out, err
	}
	later := map[string]timing{}
	for _, name := range text.Sorted(candidates) {
		if slices.Contains(actions, name) {
			continue
		}
		if when := d.timingOfAll(name, actions); when == timeBefore {
			out.before, out.free = append(out.before, name), append(out.free, name)
		} else {
			later[name] = when
		}
	}
	follow, err := d.following(actions, keysIn(later))
	if err != nil {
		return out, err
	}
	for _, name := range keysIn(later) {
		_, follows := follow[name]
		switch {
		case follows:
			out.free = append(out.free, name)
		case later[name] == timeUnknown:
			out.unknown = append(out.unknown, name)
		}
	}
	return out, nil
}

// timingOfAll says when a variable comes relative to all actions: after them as soon as it comes
// after one. What links lead from to an action comes before it.
func (d *draft) timingOfAll(name string, actions []string) timing {
	all := timeBefore
	for _, action := range actions {
		if d.leads(name, action) {
			continue
		}
		switch d.timingOf(name, action) {
		case timeAfter:
			return timeAfter
		case timeUnknown:
			all = timeUnknown
		}
	}
	return all
}

// following are the variables to which links lead from an action, over at most MaxModelVariables
// variables, with how many links lie between.
func (d *draft) following(actions, names []string) (map[string]int, error) {
	into, onward := map[string][]string{}, map[string][]string{}
	for next := names; len(next) > 0 && len(into)+len(next) <= MaxModelVariables; {
		if overflow, err := d.needLinks(next); err != nil || overflow {
			return nil, err
		}
		var more []string
		for _, name := range next {
			into[name] = d.causesOf(name)
			for _, source := range into[name] {
				onward[source] = append(onward[source], name)
			}
			more = append(more, into[name]...)
		}
		next = slices.DeleteFunc(text.Sorted(more), func(name string) bool { _, seen := into[name]; return seen })
	}
	return search.Distances(actions, onward), nil
}

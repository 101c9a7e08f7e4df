package mining

import "slices"

// trigger is a state that may precede an action, with the rows in which it held.
type trigger struct {
	Item

	isError bool
	rows    rowSet
	// options marks the options of the action that are taken often enough after it.
	options []bool
}

// lookAtOptions tests the options of one variable after triggers of zero, one and two states.
func (s *search) lookAtOptions(action int) {
	options := s.optionsOf(action)
	if len(options) == 0 {
		return
	}
	t := s.tableOf(action, options)
	t.count(t.known)
	t.look(nil, make([]bool, len(options)), false)
	triggers := t.triggers()
	rows := newRowSet(len(s.in.Rows))
	for i, one := range triggers {
		for _, other := range triggers[:i] {
			if s.oneThing(one.Item, other.Item) || !shared(one.options, other.options) {
				continue
			}
			if alike(one.rows, other.rows) {
				s.left[SameThing]++
				continue
			}
			rows.both(one.rows, other.rows)
			t.count(rows)
			out := make([]bool, len(options))
			for k := range out {
				out[k] = !one.options[k] || !other.options[k]
			}
			t.look([]Item{other.Item, one.Item}, out, one.isError || other.isError)
		}
	}
}

// optionsOf returns the states of a variable that may be actions and occur often enough.
func (s *search) optionsOf(action int) []int {
	var out []int
	for state, what := range s.in.Variables[action].States {
		absent := state == s.in.Variables[action].Absent
		if (what.Action || what.After) && !absent && !s.outcomes[action] && s.chosen(action, state) >= s.least {
			out = append(out, state)
		}
	}
	return out
}

func shared(a, b []bool) bool {
	for i := range a {
		if a[i] && b[i] {
			return true
		}
	}
	return false
}

// chosen counts the rows in which a state came first.
func (s *search) chosen(variable, state int) int {
	n := 0
	for _, first := range s.columns[variable].first {
		if int(first) == state {
			n++
		}
	}
	return n
}

// look makes candidates of the options counted last, except those in out. It returns which options are
// frequent.
func (t *actionTable) look(triggers []Item, out []bool, afterError bool) (frequent []bool) {
	frequent = make([]bool, len(t.options))
	for i, state := range t.options {
		if out[i] {
			continue
		}
		with, without, strata := t.of(i)
		if frequent[i] = with.N >= t.least; !frequent[i] {
			continue
		}
		c := &Candidate{
			Trigger: triggers, Then: []Item{{t.action, state}}, AfterError: afterError,
			With: with, Without: without, Strata: t.strata.causes, strata: strata,
		}
		c.compare(t.all)
		what := t.in.Variables[t.action].States[state]
		if what.Action || what.After && afterError {
			t.found = append(t.found, c)
		} else if len(triggers) == 0 {
			t.hidden = append(t.hidden, c)
		}
	}
	return frequent
}

// triggers returns the states that may precede the action and have frequent options.
func (t *actionTable) triggers() []trigger {
	taken := t.takenRows()
	var out []trigger
	for _, item := range t.frequentTriggers {
		switch {
		case t.oneThing(item, Item{t.action, notTold}):
			t.left[SameThing]++
			continue
		case !t.comesBefore(item.Variable):
			t.left[OrderUnknown]++
			continue
		}
		one := trigger{Item: item, isError: t.in.Variables[item.Variable].States[item.State].Error, rows: t.holding(item)}
		if one.rows.count() < t.least {
			continue
		}
		same := make([]bool, len(t.options))
		for i, state := range t.options {
			if same[i] = t.sameText(item, Item{t.action, state}) || alike(one.rows, taken[i]); same[i] {
				t.left[SameThing]++
			}
		}
		t.count(one.rows)
		if one.options = t.look([]Item{item}, same, one.isError); slices.Contains(one.options, true) {
			out = append(out, one)
		}
	}
	return out
}

// takenRows returns the rows of each option.
func (t *actionTable) takenRows() []rowSet {
	out := make([]rowSet, len(t.options))
	for i, state := range t.options {
		out[i] = newRowSet(len(t.in.Rows))
		for row, first := range t.columns[t.action].first {
			if int(first) == state {
				out[i].add(row)
			}
		}
	}
	return out
}

// comesBefore reports whether a variable is known to come before the action in almost all rows.
func (t *actionTable) comesBefore(variable int) bool {
	earlier, later := t.columns[variable], t.columns[t.action]
	forward, backward := 0, 0
	for row, at := range earlier.at {
		switch {
		case !earlier.told.has(row) || !later.told.has(row):
		case follows(at, later.at[row]):
			forward++
		case follows(later.at[row], at):
			backward++
		}
	}
	return forward >= t.least && forward >= before*backward
}

// holding returns the rows in which a trigger held before the action: rows that record it not later
// than the action, and for the absent state of a closed variable the rows that record no state.
func (t *actionTable) holding(item Item) rowSet {
	out := newRowSet(len(t.in.Rows))
	c, at := t.columns[item.Variable], t.columns[t.action].at
	told := c.states[item.State]
	for i, row := range told.rows {
		if t.known.has(int(row)) && precedes(told.order[i], at[row]) {
			out.add(int(row))
		}
	}
	if t.in.Variables[item.Variable].Absent == item.State {
		t.known.each(func(row int) {
			if !c.told.has(row) {
				out.add(row)
			}
		})
	}
	return out
}

// oneThing reports whether two states have the same variable or the same name.
func (s *search) oneThing(a, b Item) bool {
	return a.Variable == b.Variable || s.in.Variables[a.Variable].Text == s.in.Variables[b.Variable].Text ||
		b.State >= 0 && s.sameText(a, b)
}

// sameText reports whether two states have the same name.
func (s *search) sameText(a, b Item) bool {
	return s.in.Variables[a.Variable].States[a.State].Text == s.in.Variables[b.Variable].States[b.State].Text
}

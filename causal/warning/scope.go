package warning

import (
	"fmt"
	"iter"
	"slices"
)

// mostScoped is how many runs the scopes that are kept have together.
const mostScoped = 1_000_000

// count counts runs and those of them that failed.
type count struct{ runs, failed int }

func (c *count) add(r *run) {
	if c.runs++; r.failed {
		c.failed++
	}
}

// scope are the runs that questions about kinds of one task or context are about, counted by kind. It never changes, so that an
// answer may list its runs when the project has others.
type scope struct {
	runs []*run
	// inTask says that they are those of a task.
	inTask bool
	all    count
	// kinds are counts by the number of the kind, of which acts are not empty.
	kinds []count
	acts  int
}

func newScope(runs []*run, inTask bool, kinds int) *scope {
	s := &scope{runs: runs, inTask: inTask, kinds: make([]count, kinds)}
	for _, r := range runs {
		s.all.add(r)
		for _, k := range r.kinds {
			if s.kinds[k].runs == 0 {
				s.acts++
			}
			s.kinds[k].add(r)
		}
	}
	return s
}

// sides are the runs with an action of a kind and those without.
func (s *scope) sides(kind int) (did, didNot Side) {
	with := s.kinds[kind]
	return Side{Runs: with.runs, Failed: with.failed, Episodes: s.that(kind, true)},
		Side{Runs: s.all.runs - with.runs, Failed: s.all.failed - with.failed, Episodes: s.that(kind, false)}
}

// that lists the runs that have an action of a kind, or do not.
func (s *scope) that(kind int, has bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, r := range s.runs {
			if _, found := slices.BinarySearch(r.kinds, kind); found == has && !yield(r.id) {
				return
			}
		}
	}
}

// here returns the runs that a question about kinds is about: those of the task if enough tried it, else those with all states
// of the context that any run has.
func (t *tally) here(q Question) *scope {
	name := taskOf(q.Context, q.Task)
	k := t.tasks[name]
	inTask := k != nil && len(k.runs) >= enoughOfTask
	var states []int
	for variable, value := range q.Context {
		if n, known := t.states[state(variable, value)]; known && !inTask && variable != taskVariable {
			states = append(states, n)
		}
	}
	slices.Sort(states)
	key := fmt.Sprint(states)
	if inTask {
		key = "task " + name
	}
	s, kept := t.scopes[key]
	if !kept {
		runs := t.all
		if inTask {
			runs = k.runs
		}
		s = newScope(having(runs, states), inTask, len(t.kinds))
		t.keep(key, s)
	}
	return s
}

// having returns a list of its own of the runs that have all of some states.
func having(runs []*run, states []int) []*run {
	if len(states) == 0 {
		return slices.Clone(runs)
	}
	var out []*run
	for _, r := range runs {
		if !slices.ContainsFunc(states, func(s int) bool { return !slices.Contains(r.states, s) }) {
			out = append(out, r)
		}
	}
	return out
}

// keep keeps a scope until a run changes, or others take its place.
func (t *tally) keep(key string, s *scope) {
	if t.scoped += len(s.runs); t.scoped > mostScoped {
		clear(t.scopes)
		t.scoped = len(s.runs)
	}
	t.scopes[key] = s
}

// forget lets go of what was counted before a run changed.
func (t *tally) forget() {
	clear(t.scopes)
	t.scoped, t.news = 0, nil
}

// changeSides are the runs with a change that no other good run of their task tried, and those without.
type changeSides struct{ did, didNot Side }

// newChanges returns them, over all tasks.
func (t *tally) newChanges() *changeSides {
	if t.news != nil {
		return t.news
	}
	var did, didNot []*run
	for _, r := range t.all {
		switch {
		case r.isNew:
			did = append(did, r)
		case r.counts:
			didNot = append(didNot, r)
		}
	}
	t.news = &changeSides{sideOf(did), sideOf(didNot)}
	return t.news
}

func sideOf(runs []*run) Side {
	var c count
	for _, r := range runs {
		c.add(r)
	}
	return Side{Runs: c.runs, Failed: c.failed, Episodes: func(yield func(string) bool) {
		for _, r := range runs {
			if !yield(r.id) {
				return
			}
		}
	}}
}

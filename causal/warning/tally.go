package warning

import (
	"cmp"
	"hash/maphash"
	"slices"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
)

// tally keeps what is counted of the runs of a project. It is not safe for concurrent use.
type tally struct {
	// seed is of the hashes of calls.
	seed          maphash.Seed
	states, kinds numbers
	runs          map[string]*run
	// all are the runs in order, see [inOrder].
	all   []*run
	tasks map[string]*task
	// changed are the tasks whose runs changed since they were last judged.
	changed map[string]bool
	// total are the runs of all tasks as counted in each order, weighed is what follows from them, if it was asked for since.
	total   [orders]table
	weighed *float64
	// eValues remembers what follows from a table: many orders count the same.
	eValues map[table]float64
	// scopes are kept by what they are of; scoped is how many runs they have together. news are the sides of the rule about changes.
	// All of it is until a run changes, see [tally.forget].
	scopes map[string]*scope
	scoped int
	news   *changeSides
}

// task has the runs that tried it.
type task struct {
	runs []*run
	good int
	// tried counts, by change, the good runs that made it or tried to.
	tried map[callHash]int
	// counted are its runs in each order.
	counted [orders]table
}

func newTally() *tally {
	return &tally{
		seed: maphash.MakeSeed(), states: numbers{}, kinds: numbers{}, runs: map[string]*run{}, tasks: map[string]*task{}, changed: map[string]bool{},
		eValues: map[table]float64{}, scopes: map[string]*scope{},
	}
}

// put adds an episode, or replaces what is known of it. One of unknown outcome is not counted.
func (t *tally) put(e episodic.Episode) {
	t.drop(e.ID)
	if r, counts := t.read(e); counts {
		t.add(r)
	}
}

func (t *tally) add(r *run) {
	t.forget()
	t.runs[r.id] = r
	t.all = with(t.all, r)
	if r.task == "" {
		return
	}
	k := t.tasks[r.task]
	if k == nil {
		k = &task{tried: map[callHash]int{}}
		t.tasks[r.task] = k
	}
	k.runs = with(k.runs, r)
	k.count(r, 1)
	t.changed[r.task] = true
}

// drop forgets an episode.
func (t *tally) drop(id string) {
	r, known := t.runs[id]
	if !known {
		return
	}
	t.forget()
	delete(t.runs, id)
	t.all = without(t.all, r)
	if k := t.tasks[r.task]; k != nil {
		k.runs = without(k.runs, r)
		k.count(r, -1)
		t.changed[r.task] = true
	}
}

// inOrder puts failed runs first, then orders by id.
func inOrder(a, b *run) int {
	switch {
	case a.failed == b.failed:
		return cmp.Compare(a.id, b.id)
	case a.failed:
		return -1
	default:
		return 1
	}
}

// with adds a run to a list in order, without takes it out.
func with(list []*run, r *run) []*run {
	at, _ := slices.BinarySearchFunc(list, r, inOrder)
	return slices.Insert(list, at, r)
}

func without(list []*run, r *run) []*run {
	at, _ := slices.BinarySearchFunc(list, r, inOrder)
	return slices.Delete(list, at, at+1)
}

// count adds a run to what good runs tried, or takes it out.
func (k *task) count(r *run, by int) {
	if r.failed {
		return
	}
	k.good += by
	for _, c := range r.changes {
		if k.tried[c] += by; k.tried[c] == 0 {
			delete(k.tried, c)
		}
	}
}

// judge brings what follows from the runs of the tasks that changed up to date.
func (t *tally) judge() {
	if len(t.changed) == 0 {
		return
	}
	for name := range t.changed {
		k := t.tasks[name]
		k.judge()
		counted := k.inOrders()
		for i := range t.total {
			t.total[i].add(k.counted[i], -1)
			t.total[i].add(counted[i], 1)
		}
		if k.counted = counted; len(k.runs) == 0 {
			delete(t.tasks, name)
		}
	}
	clear(t.changed)
	t.weighed = nil
}

// judge says of each run whether it tried a change that none of the other good runs tried. How it ended itself does not count.
func (k *task) judge() {
	for _, r := range k.runs {
		own := 0
		if !r.failed {
			own = 1
		}
		r.counts = k.good > own
		r.isNew = r.counts && slices.ContainsFunc(r.changes, func(c callHash) bool { return k.tried[c] == own })
	}
}

// isNewIn reports whether no good run of a task tried a change, and how many good runs there are.
func (t *tally) isNewIn(name string, a Action) (good int, isNew bool) {
	k := t.tasks[name]
	if k == nil || !a.Changes || a.Call == "" || k.good == 0 {
		return 0, false
	}
	return k.good, k.tried[t.hash(a.Call)] == 0
}

// ActionOf is what an act of a run would have been before it was taken.
func ActionOf(a decisive.Act) Action { return Action{Call: a.Call, Kind: a.Kind, Changes: a.Changes} }

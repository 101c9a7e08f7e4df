package warning

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// taskVariable is the variable of a context that names the task which several runs try.
const taskVariable = "task"

// callHash stands for the words of a call.
type callHash uint64

// run is what is kept of an episode of known outcome.
type run struct {
	id     string
	failed bool
	// task is empty if unknown. states and kinds are sets, by number.
	task          string
	states, kinds []int
	// changes are the calls that changed something or were meant to.
	changes []callHash
	// isNew says that it tried a change that none of the other good runs of its task tried; counts that there is one to say so.
	isNew, counts bool
}

// taskOf names the task of a run: what the context says, or the text without what two people write differently.
func taskOf(context map[string]string, task string) string {
	if named := context[taskVariable]; named != "" {
		return "variable " + named
	}
	if plain := strings.ToLower(text.OneLine(task)); plain != "" {
		return "text " + plain
	}
	return ""
}

// numbers gives each text a number.
type numbers map[string]int

func (n numbers) of(s string) int {
	i, known := n[s]
	if !known {
		i = len(n)
		n[s] = i
	}
	return i
}

// state is a variable in a state as one text.
func state(variable, value string) string { return variable + "\x00" + value }

// read returns what counts of an episode, or false if its outcome is unknown.
func (t *tally) read(e episodic.Episode) (*run, bool) {
	if e.Outcome == episodic.OutcomeUnknown || e.Outcome == "" {
		return nil, false
	}
	r := &run{id: e.ID, failed: e.Outcome != episodic.OutcomeSuccess, task: taskOf(e.Context, e.Task)}
	for variable, value := range e.Context {
		r.states = append(r.states, t.states.of(state(variable, value)))
	}
	for _, act := range decisive.Acts(e) {
		if act.Kind != "" {
			r.kinds = append(r.kinds, t.kinds.of(act.Kind))
		}
		if act.Changes {
			r.changes = append(r.changes, t.hash(act.Call))
		}
	}
	r.states, r.kinds, r.changes = set(r.states), set(r.kinds), set(r.changes)
	return r, true
}

func (t *tally) hash(call string) callHash { return callHash(maphash.String(t.seed, call)) }

// set sorts values and drops repeats.
func set[T int | callHash](values []T) []T {
	slices.Sort(values)
	return slices.Clip(slices.Compact(values))
}

package patterns

import (
	"slices"

	"github.com/causeway-memory/causeway/causal"
)

// World is what people decided about the factors of a project, as patterns are held against
// episodes in it: which factors are taken for others, and which variables are closed. It is not
// changed once it is made.
type World struct {
	now func(causal.Identity) causal.Identity
	// members are the factors that are taken for another one, by that one.
	members map[causal.Identity][]causal.Identity
	// told are the variables under which the states of a variable may still be kept, by variable.
	told map[string][]string
	// absent is the state of a closed variable of which an episode tells nothing; it may be empty.
	absent map[string]string
}

// NewWorld returns the world of some rules.
func NewWorld(rules causal.Rules) World {
	w := World{
		now: rules.Merging(), members: map[causal.Identity][]causal.Identity{},
		told: map[string][]string{}, absent: make(map[string]string, len(rules.Closed)),
	}
	for _, m := range rules.Merges {
		into := w.now(m.From)
		w.members[into] = append(w.members[into], m.From)
		w.told[into.Variable] = append(w.told[into.Variable], m.From.Variable)
	}
	for _, c := range rules.Closed {
		w.absent[c.Variable] = c.AbsentState
	}
	return w
}

// Now returns the factor that one is taken for.
func (w World) Now(i causal.Identity) causal.Identity { return w.now(i) }

// Closed reports whether a variable is closed.
func (w World) Closed(variable string) bool {
	_, closed := w.absent[variable]
	return closed
}

// same returns all factors that are taken for the same one as i, itself among them.
func (w World) same(i causal.Identity) []causal.Identity {
	into := w.now(i)
	return append(slices.Clone(w.members[into]), into)
}

// Keys returns the keys of all factors that are taken for the same ones as some factors, sorted:
// layers that are not derived anew yet, and patterns, name them still.
func (w World) Keys(factors ...causal.Identity) []string {
	var out []string
	for _, f := range factors {
		for _, i := range w.same(f) {
			out = append(out, i.Key())
		}
	}
	return sorted(out)
}

// Variables returns the variables of which an episode has to be asked so that matches can be
// held against it, sorted.
func (w World) Variables(matches ...Match) []string {
	var out []string
	for _, m := range matches {
		for _, i := range slices.Concat(m.Trigger, m.Then) {
			for _, one := range w.same(i) {
				out = append(append(out, one.Variable), w.told[one.Variable]...)
			}
		}
	}
	return sorted(out)
}

package match

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
)

// FactorResolver is what people decided about the factors of a project, as patterns are held against
// episodes in it: which factors are taken for others, and which variables are closed. It is not
// changed once it is made.
type FactorResolver struct {
	now func(factor.Identity) factor.Identity
	// members are the factors that are taken for another one, by that one.
	members map[factor.Identity][]factor.Identity
	// Told are the variables under which the states of a variable may still be kept, by variable.
	Told map[string][]string
	// Absent is the state of a closed variable of which an episode tells nothing; it may be empty.
	Absent map[string]string
}

// NewFactorResolver returns the world of some rules.
func NewFactorResolver(rules contribution.Rules) FactorResolver {
	w := FactorResolver{
		now: rules.Merging(), members: map[factor.Identity][]factor.Identity{},
		Told: map[string][]string{}, Absent: make(map[string]string, len(rules.Closed)),
	}
	for _, m := range rules.Merges {
		into := w.now(m.From)
		w.members[into] = append(w.members[into], m.From)
		w.Told[into.Variable] = append(w.Told[into.Variable], m.From.Variable)
	}
	for _, c := range rules.Closed {
		w.Absent[c.Variable] = c.AbsentState
	}
	return w
}

// Now returns the factor that one is taken for.
func (w FactorResolver) Now(i factor.Identity) factor.Identity { return w.now(i) }

// Closed reports whether a variable is closed.
func (w FactorResolver) Closed(variable string) bool {
	_, closed := w.Absent[variable]
	return closed
}

// same returns all factors that are taken for the same one as i, itself among them.
func (w FactorResolver) same(i factor.Identity) []factor.Identity {
	into := w.now(i)
	return append(slices.Clone(w.members[into]), into)
}

// Keys returns the keys of all factors that are taken for the same ones as some factors, sorted:
// layers that are not derived anew yet, and patterns, name them still.
func (w FactorResolver) Keys(factors ...factor.Identity) []string {
	var out []string
	for _, f := range factors {
		for _, i := range w.same(f) {
			out = append(out, i.Key())
		}
	}
	return text.Sorted(out)
}

// Variables returns the variables of which an episode has to be asked so that matches can be
// held against it, sorted.
func (w FactorResolver) Variables(matches ...patterns.Match) []string {
	var out []string
	for _, m := range matches {
		for _, i := range slices.Concat(m.Trigger, m.Then) {
			for _, one := range w.same(i) {
				out = append(append(out, one.Variable), w.Told[one.Variable]...)
			}
		}
	}
	return text.Sorted(out)
}

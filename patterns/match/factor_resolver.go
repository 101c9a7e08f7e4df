package match

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
)

// FactorResolver applies the rules of a project to factors: it resolves merges and knows the closed
// variables. It is immutable.
type FactorResolver struct {
	now func(factor.Identity) factor.Identity
	// members lists the factors that were merged into a factor.
	members map[factor.Identity][]factor.Identity
	// Told lists, by variable, the variables whose states were merged into its states. Layers that
	// are not derived again yet still have them.
	Told map[string][]string
	// Absent is the state of each closed variable in episodes that do not observe it; may be empty.
	Absent map[string]string
}

// NewFactorResolver returns the resolver of the given rules.
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

// Now returns the factor that i was merged into, or i itself.
func (w FactorResolver) Now(i factor.Identity) factor.Identity { return w.now(i) }

// Closed reports whether a variable is closed.
func (w FactorResolver) Closed(variable string) bool {
	_, closed := w.Absent[variable]
	return closed
}

// same returns all factors that resolve to the same factor as i, including i.
func (w FactorResolver) same(i factor.Identity) []factor.Identity {
	into := w.now(i)
	return append(slices.Clone(w.members[into]), into)
}

// Keys returns, sorted, the keys of all factors that resolve to the same as one of the given:
// patterns, and layers that are not derived again yet, still use them.
func (w FactorResolver) Keys(factors ...factor.Identity) []string {
	var out []string
	for _, f := range factors {
		for _, i := range w.same(f) {
			out = append(out, i.Key())
		}
	}
	return text.Sorted(out)
}

// Variables returns, sorted, the variables of an episode that judging the matches needs.
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

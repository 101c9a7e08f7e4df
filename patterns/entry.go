package patterns

import (
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Entries returns what a pattern stands under in the index, by which candidates for a task are
// found without looking at all: every situation in which it applies has one of them, see
// [condition.Situation.Entries]. They are of the first thing that it asks for: a problem type, a domain, a
// capability, a value of the context.
func (p Pattern) Entries() []string {
	for _, a := range p.Applicability.Asks() {
		if a.Not {
			continue
		}
		if out, ok := a.Of.Wanted(); ok {
			return text.Sorted(out)
		}
	}
	return []string{condition.EntryAny}
}

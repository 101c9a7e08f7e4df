package patterns

import (
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Entries returns the index entries of a pattern, by which candidates for a task are found without a
// scan: every situation in which the pattern applies has one of them, see
// [condition.Situation.Entries]. They come from its first requirement that can be indexed: a problem
// type, a domain, a capability or a value of the context.
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

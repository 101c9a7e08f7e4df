package condition

import (
	"maps"

	"github.com/causeway-memory/causeway/internal/text"
)

// EntryAny is the entry of patterns without a requirement that can be indexed.
const EntryAny = "any"

// Entries returns the entries of all requirements, to find every pattern that shares one of them or
// has none.
func (a Applicability) Entries() []string {
	out := []string{EntryAny}
	for _, ask := range a.Asks() {
		if !ask.Not {
			more, _ := ask.Of.Wanted()
			out = append(out, more...)
		}
	}
	return text.Sorted(out)
}

// Wanted returns entries such that every situation that satisfies the condition has one of them; ok
// is false if there are no such entries.
func (c Condition) Wanted() (out []string, ok bool) {
	switch {
	case c.Not != nil:
		return nil, false
	case len(c.All) > 0:
		for _, part := range c.All {
			if out, ok = part.Wanted(); ok {
				return out, true
			}
		}
		return nil, false
	case len(c.Any) > 0:
		for _, part := range c.Any {
			more, ok := part.Wanted()
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		}
		return out, true
	}
	if !c.Names() {
		return nil, false
	}
	for _, v := range c.Values {
		out = append(out, entry(c.Field, FoldValue(v)))
	}
	return out, len(out) > 0
}

// Entries returns, sorted, the entries to look up in the index to find every pattern that applies in
// the situation.
func (s Situation) Entries() []string {
	out := []string{EntryAny}
	for field, r := range maps.All(s.fields) {
		for _, v := range r.values {
			out = append(out, entry(field, v))
		}
	}
	return text.Sorted(out)
}

// TaskEntries returns the entries to look up in the index to find every pattern that applies to a
// task in its context.
func TaskEntries(t Task, in TaskContext) []string { return t.Situation(in).Entries() }

// entry returns the index entry of a folded value of a field.
func entry(field, value string) string { return FoldField(field) + "=" + value }

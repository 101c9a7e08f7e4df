package condition

import (
	"maps"

	"github.com/causeway-memory/causeway/internal/text"
)

// EntryAny is the entry of patterns that ask for nothing that can be looked up.
const EntryAny = "any"

// Entries returns everything that could be looked up of what is asked for, so that patterns which
// ask for any of it, or for nothing, are found.
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

// Wanted returns entries one of which every situation has that fulfils the condition; ok is false
// when there are none.
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

// Entries returns what has to be looked up in the index to find every pattern that applies in the
// situation, in order.
func (s Situation) Entries() []string {
	out := []string{EntryAny}
	for field, r := range maps.All(s.fields) {
		for _, v := range r.values {
			out = append(out, entry(field, v))
		}
	}
	return text.Sorted(out)
}

// TaskEntries returns what has to be looked up in the index to find every pattern that applies to
// a task in its context.
func TaskEntries(t Task, in TaskContext) []string { return t.Situation(in).Entries() }

// entry is one entry of the index: a field and a folded value of it.
func entry(field, value string) string { return FoldField(field) + "=" + value }

package patterns

import "maps"

// entryAny is the entry of patterns that ask for nothing that can be looked up.
const entryAny = "any"

// Entries returns what a pattern stands under in the index, by which candidates for a task are
// found without looking at all: every situation in which it applies has one of them, see
// [Situation.Entries]. They are of the first thing that it asks for: a problem type, a domain, a
// capability, a value of the context.
func (p Pattern) Entries() []string {
	for _, a := range p.Applicability.asks() {
		if a.not {
			continue
		}
		if out, ok := a.of.wanted(); ok {
			return sorted(out)
		}
	}
	return []string{entryAny}
}

// entries returns everything that could be looked up of what is asked for, so that patterns which
// ask for any of it, or for nothing, are found.
func (a Applicability) entries() []string {
	out := []string{entryAny}
	for _, ask := range a.asks() {
		if !ask.not {
			more, _ := ask.of.wanted()
			out = append(out, more...)
		}
	}
	return sorted(out)
}

// wanted returns entries one of which every situation has that fulfils the condition; ok is false
// when there are none.
func (c Condition) wanted() (out []string, ok bool) {
	switch {
	case c.Not != nil:
		return nil, false
	case len(c.All) > 0:
		for _, part := range c.All {
			if out, ok = part.wanted(); ok {
				return out, true
			}
		}
		return nil, false
	case len(c.Any) > 0:
		for _, part := range c.Any {
			more, ok := part.wanted()
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		}
		return out, true
	}
	if !c.names() {
		return nil, false
	}
	for _, v := range c.Values {
		out = append(out, entry(c.Field, foldValue(v)))
	}
	return out, len(out) > 0
}

// Entries returns what has to be looked up in the index to find every pattern that applies in the
// situation, in order.
func (s Situation) Entries() []string {
	out := []string{entryAny}
	for field, r := range maps.All(s.fields) {
		for _, v := range r.values {
			out = append(out, entry(field, v))
		}
	}
	return sorted(out)
}

// TaskEntries returns what has to be looked up in the index to find every pattern that applies to
// a task in its context.
func TaskEntries(t Task, in Setting) []string { return t.Situation(in).Entries() }

// entry is one entry of the index: a field and a folded value of it.
func entry(field, value string) string { return foldField(field) + "=" + value }

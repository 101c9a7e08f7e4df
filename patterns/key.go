package patterns

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
)

// KeyOf returns the key of the pattern of a name: names that differ only in case, spaces, hyphens
// or underscores are the same.
func KeyOf(name string) string {
	sum := sha256.Sum256([]byte("pattern\x00" + foldName(name)))
	return hex.EncodeToString(sum[:8])
}

// foldName is what is compared of a name.
func foldName(name string) string {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '_' })
	return strings.Join(parts, " ")
}

// Watched returns the keys of the actions by which the pattern is recognised, as they are stated:
// factors that were merged into others are among them.
func (p Pattern) Watched() []string {
	var out []string
	for _, m := range p.Matches {
		out = append(out, m.Action().Key())
	}
	return sorted(out)
}

// entryAny is the entry of patterns that ask for nothing that can be looked up.
const entryAny = "any"

// Entries returns what a pattern stands under in the index, by which candidates for a task are
// found without looking at all: every task to which it applies has one of them, see
// [TaskEntries]. It is the first of these that it asks for: a problem type, a domain, a
// capability, a value of the context.
func (p Pattern) Entries() []string {
	a := p.Applicability
	switch {
	case len(a.ProblemTypes) > 0:
		return entries("type", a.ProblemTypes)
	case len(a.Features.Domain) > 0:
		return entries("domain", a.Features.Domain)
	case len(a.Features.Capabilities) > 0:
		return entries("capability", a.Features.Capabilities[:1])
	}
	for _, c := range a.Conditions {
		if field, values, ok := c.wanted(); ok {
			return entries("context "+field, values)
		}
	}
	return []string{entryAny}
}

// wanted returns the values of a field of which the context has to have one.
func (c Condition) wanted() (field string, values []string, ok bool) {
	if c.Operator == OperatorEquals || c.Operator == OperatorIn {
		return c.Field, c.Values, true
	}
	for _, part := range c.All {
		if field, values, ok = part.wanted(); ok {
			return field, values, true
		}
	}
	return "", nil, false
}

func entries(of string, values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = entry(of, v)
	}
	return sorted(out)
}

// entry is one entry of the index.
func entry(of, value string) string {
	return strings.ToLower(of) + "=" + strings.ToLower(strings.TrimSpace(value))
}

package condition

import (
	"strings"

	"github.com/causeway-memory/causeway/internal/text"
)

// String returns the condition in one line: a field, its operator and its values, or the parts.
func (c Condition) String() string {
	switch {
	case c.Not != nil:
		return "not (" + c.Not.String() + ")"
	case len(c.All) > 0:
		return "all of (" + joined(c.All) + ")"
	case len(c.Any) > 0:
		return "any of (" + joined(c.Any) + ")"
	case len(c.Values) == 0:
		return c.Field + " " + string(c.Operator)
	default:
		return c.Field + " " + string(c.Operator) + " " + strings.Join(c.Values, ", ")
	}
}

func joined(parts []Condition) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}

// Same returns a text that is equal for equivalent conditions: it ignores the spelling of fields and
// values and the order of parts.
func (c Condition) Same() string {
	switch {
	case c.Not != nil:
		return "not (" + c.Not.Same() + ")"
	case len(c.All) > 0:
		return "all (" + sameParts(c.All) + ")"
	case len(c.Any) > 0:
		return "any (" + sameParts(c.Any) + ")"
	}
	return FoldField(c.Field) + " " + string(c.Operator) + " " + strings.Join(text.Sorted(Folded(c.Values)), "\x00")
}

func sameParts(parts []Condition) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Same()
	}
	return strings.Join(text.Sorted(texts), "\x01")
}

// Folded returns the folded values, see [FoldValue].
func Folded(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = FoldValue(v)
	}
	return out
}

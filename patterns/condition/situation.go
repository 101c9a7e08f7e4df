package condition

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// Situation is the known facts about a task and its context, in which conditions are evaluated.
type Situation struct {
	fields map[string]fieldValues
}

// fieldValues are the known values of a field.
type fieldValues struct {
	// values are folded, see [FoldValue].
	values []string
	// open means that the values are words of a text, so a missing value is unknown, not false.
	open bool
}

// Situation returns the situation of a task in its context. If the task does not give its type,
// domain or capabilities, the words of its text are used instead.
func (t Task) Situation(in TaskContext) Situation {
	s := Situation{fields: make(map[string]fieldValues, len(in)+len(taskFields()))}
	for name, value := range in {
		s.put(FieldContext+name, []string{value}, false)
	}
	words := groups(t.Text)
	for _, f := range []struct {
		field  string
		values []string
	}{{FieldType, []string{t.Type}}, {FieldDomain, t.Domain}, {FieldCapability, t.Capabilities}} {
		s.put(f.field, words, true)
		s.put(f.field, f.values, false)
	}
	if t.Complexity != nil {
		s.put(FieldComplexity, []string{Decimal(*t.Complexity)}, false)
	}
	return s
}

// put replaces the values of a field unless there are none to put.
func (s Situation) put(field string, values []string, open bool) {
	var folded []string
	for _, v := range values {
		if f := FoldValue(v); f != "" {
			folded = append(folded, f)
		}
	}
	if len(folded) > 0 {
		s.fields[FoldField(field)] = fieldValues{values: text.Sorted(folded), open: open}
	}
}

func (s Situation) read(field string) fieldValues { return s.fields[FoldField(field)] }

// compare is true if a value satisfies the comparison.
func (r fieldValues) compare(op Operator, values []string) Truth {
	switch op {
	case OperatorPresent, OperatorAbsent:
		if r.open {
			return Unknown
		}
		return truth((len(r.values) > 0) == (op == OperatorPresent))
	case OperatorNotEquals:
		return opposite(r.compare(OperatorEquals, values))
	}
	if len(r.values) == 0 {
		return Unknown
	}
	some := False
	for _, value := range r.values {
		switch satisfies(value, op, values) {
		case True:
			return True
		case Unknown:
			some = Unknown
		}
	}
	if r.open {
		return Unknown
	}
	return some
}

// satisfies compares one folded value.
func satisfies(value string, op Operator, with []string) Truth {
	switch op {
	case OperatorEquals, OperatorIn:
		return truth(slices.ContainsFunc(with, func(w string) bool { return FoldValue(w) == value }))
	case OperatorContains:
		return truth(slices.ContainsFunc(with, func(w string) bool { return strings.Contains(value, FoldValue(w)) }))
	}
	is, ok := parseNumber(value)
	if !ok || len(with) == 0 {
		return Unknown
	}
	bound, ok := parseNumber(with[0])
	if !ok {
		return Unknown
	}
	if op == OperatorAtLeast {
		return truth(is >= bound)
	}
	return truth(is <= bound)
}

func truth(holds bool) Truth {
	if holds {
		return True
	}
	return False
}

// parseNumber parses a finite decimal.
func parseNumber(text string) (n float64, ok bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// Decimal formats a number without an exponent.
func Decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// FoldField returns the canonical form of a field name: fields are equal if their forms are.
func FoldField(field string) string { return strings.ToLower(strings.TrimSpace(field)) }

// FoldValue returns the canonical form of a value, which ignores case and treats spaces, hyphens and
// underscores between words alike. It keeps them at the ends of a value and in numbers: -5 is not 5,
// and 1e-5 is not 1e 5.
func FoldValue(value string) string {
	if !strings.ContainsFunc(value, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		return value // as most are
	}
	value = strings.TrimSpace(episodic.FoldCase(value))
	inner := strings.TrimFunc(value, joins)
	if _, ok := parseNumber(value); ok || inner == "" {
		return value
	}
	before, after, _ := strings.Cut(value, inner)
	return before + strings.Join(strings.FieldsFunc(inner, joins), " ") + after
}

// joins reports whether a character separates the words of a value.
func joins(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '_' }

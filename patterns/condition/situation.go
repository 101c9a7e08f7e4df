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

// Situation is what conditions are evaluated in: what is known of a task and its context.
type Situation struct {
	fields map[string]reading
}

// reading is what a situation tells of a field.
type reading struct {
	// values are folded, see [FoldValue].
	values []string
	// open says that they are words of a text: what it does not mention it does not deny.
	open bool
}

// Situation is what a task and its context tell. Where the task does not name its type, domain or
// capabilities, the words of its text stand in for them.
func (t Task) Situation(in TaskContext) Situation {
	s := Situation{fields: make(map[string]reading, len(in)+len(taskFields()))}
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

// put replaces what is known of a field, unless nothing is said.
func (s Situation) put(field string, values []string, open bool) {
	var folded []string
	for _, v := range values {
		if f := FoldValue(v); f != "" {
			folded = append(folded, f)
		}
	}
	if len(folded) > 0 {
		s.fields[FoldField(field)] = reading{values: text.Sorted(folded), open: open}
	}
}

func (s Situation) read(field string) reading { return s.fields[FoldField(field)] }

// compare is true when a value fulfils the comparison.
func (r reading) compare(op Operator, values []string) Truth {
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
		switch fulfils(value, op, values) {
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

// fulfils compares one folded value.
func fulfils(value string, op Operator, with []string) Truth {
	switch op {
	case OperatorEquals, OperatorIn:
		return truth(slices.ContainsFunc(with, func(w string) bool { return FoldValue(w) == value }))
	case OperatorContains:
		return truth(slices.ContainsFunc(with, func(w string) bool { return strings.Contains(value, FoldValue(w)) }))
	}
	is, ok := figure(value)
	if !ok || len(with) == 0 {
		return Unknown
	}
	bound, ok := figure(with[0])
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

// figure reads a decimal; infinities and what is no number are none.
func figure(text string) (n float64, ok bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// Decimal writes a figure without an exponent.
func Decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// FoldField is by what fields are the same.
func FoldField(field string) string { return strings.ToLower(strings.TrimSpace(field)) }

// FoldValue is by what values are the same: in any case, and with any spaces, hyphens and
// underscores between two words. Those that begin or end a value are kept, and figures are: -5 is
// not 5, nor is 1e-5 1e 5.
func FoldValue(value string) string {
	if !strings.ContainsFunc(value, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		return value // as most are
	}
	value = strings.TrimSpace(episodic.FoldCase(value))
	inner := strings.TrimFunc(value, joins)
	if _, ok := figure(value); ok || inner == "" {
		return value
	}
	before, after, _ := strings.Cut(value, inner)
	return before + strings.Join(strings.FieldsFunc(inner, joins), " ") + after
}

// joins says that a character stands between the words of a value.
func joins(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '_' }

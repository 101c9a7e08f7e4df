package patterns_test

import (
	"math/rand/v2"
	"strconv"

	"github.com/causeway-memory/causeway/patterns"
)

// drawn makes conditions and tasks of few words, so that they often meet.
type drawn struct{ *rand.Rand }

func (d drawn) word() string {
	words := []string{"go", "Rust", "code_review", "code review", "bug-fix", "-2", "0.5", "3", "3.0", "c++"}
	return words[d.IntN(len(words))]
}

func (d drawn) words(most int) []string {
	var out []string
	for range d.IntN(most + 1) {
		out = append(out, d.word())
	}
	return out
}

func (d drawn) figure() *float64 {
	if d.IntN(2) == 0 {
		return nil
	}
	return new(float64(d.IntN(5)))
}

func (d drawn) condition(depth int) patterns.Condition {
	if depth > 0 {
		switch d.IntN(6) {
		case 0:
			return not(d.condition(depth - 1))
		case 1:
			return all(d.condition(depth-1), d.condition(depth-1))
		case 2:
			return anyOf(d.condition(depth-1), d.condition(depth-1))
		}
	}
	fields := []string{patterns.FieldType, patterns.FieldDomain, patterns.FieldComplexity, patterns.FieldCapability, "context.a", "Context.B"}
	c := compare(fields[d.IntN(len(fields))], patterns.Operators()[d.IntN(len(patterns.Operators()))])
	switch c.Operator {
	case patterns.OperatorPresent, patterns.OperatorAbsent:
	case patterns.OperatorAtLeast, patterns.OperatorAtMost:
		c.Values = []string{strconv.Itoa(d.IntN(6) - 2)}
	case patterns.OperatorIn:
		c.Values = append(d.words(2), d.word())
	default:
		c.Values = []string{d.word()}
	}
	return c
}

func (d drawn) conditions(most int) []patterns.Condition {
	var out []patterns.Condition
	for range d.IntN(most + 1) {
		out = append(out, d.condition(2))
	}
	return out
}

func (d drawn) applicability() patterns.Applicability {
	var a patterns.Applicability
	if d.IntN(2) == 0 {
		a.ProblemTypes = d.words(2)
	}
	if d.IntN(2) == 0 {
		a.Features = patterns.Features{Domain: d.words(2), Capabilities: d.words(2)}
	}
	if d.IntN(4) == 0 {
		a.Features.Complexity = patterns.Range{Low: d.figure(), High: d.figure()}
	}
	a.Conditions, a.AntiConditions = d.conditions(2), d.conditions(1)
	return a
}

func (d drawn) task() (patterns.Task, patterns.Setting) {
	t := patterns.Task{Domain: d.words(3), Complexity: d.figure(), Capabilities: d.words(3)}
	if d.IntN(3) == 0 {
		t.Text = d.word() + " the " + d.word() + ", and " + d.word()
	}
	if d.IntN(2) == 0 {
		t.Type = d.word()
	}
	s := patterns.Setting{}
	for _, name := range []string{"A", "b"} {
		if d.IntN(3) > 0 {
			s[name] = d.word()
		}
	}
	return t, s
}

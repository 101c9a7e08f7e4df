package patternstest

import (
	"math/rand/v2"
	"strconv"

	"github.com/causeway-memory/causeway/patterns/condition"
)

// Generator makes random conditions and tasks from few words, so that they often match.
type Generator struct{ *rand.Rand }

// Word returns a random word or number.
func (d Generator) Word() string {
	words := []string{"go", "Rust", "code_review", "code review", "bug-fix", "-2", "0.5", "3", "3.0", "c++"}
	return words[d.IntN(len(words))]
}

func (d Generator) words(most int) []string {
	var out []string
	for range d.IntN(most + 1) {
		out = append(out, d.Word())
	}
	return out
}

// Figure returns a small random number or nil.
func (d Generator) Figure() *float64 {
	if d.IntN(2) == 0 {
		return nil
	}
	return new(float64(d.IntN(5)))
}

// Condition returns a random condition nested at most depth deep.
func (d Generator) Condition(depth int) condition.Condition {
	if depth > 0 {
		switch d.IntN(6) {
		case 0:
			return Not(d.Condition(depth - 1))
		case 1:
			return All(d.Condition(depth-1), d.Condition(depth-1))
		case 2:
			return AnyOf(d.Condition(depth-1), d.Condition(depth-1))
		}
	}
	fields := []string{condition.FieldType, condition.FieldDomain, condition.FieldComplexity, condition.FieldCapability, "context.a", "Context.B"}
	c := Compare(fields[d.IntN(len(fields))], condition.Operators()[d.IntN(len(condition.Operators()))])
	switch c.Operator {
	case condition.OperatorPresent, condition.OperatorAbsent:
	case condition.OperatorAtLeast, condition.OperatorAtMost:
		c.Values = []string{strconv.Itoa(d.IntN(6) - 2)}
	case condition.OperatorIn:
		c.Values = append(d.words(2), d.Word())
	default:
		c.Values = []string{d.Word()}
	}
	return c
}

func (d Generator) conditions(most int) []condition.Condition {
	var out []condition.Condition
	for range d.IntN(most + 1) {
		out = append(out, d.Condition(2))
	}
	return out
}

// Applicability returns a random applicability.
func (d Generator) Applicability() condition.Applicability {
	var a condition.Applicability
	if d.IntN(2) == 0 {
		a.ProblemTypes = d.words(2)
	}
	if d.IntN(2) == 0 {
		a.Features = condition.Features{Domain: d.words(2), Capabilities: d.words(2)}
	}
	if d.IntN(4) == 0 {
		a.Features.Complexity = condition.Range{Low: d.Figure(), High: d.Figure()}
	}
	a.Conditions, a.AntiConditions = d.conditions(2), d.conditions(1)
	return a
}

// Task returns a random task and its context.
func (d Generator) Task() (condition.Task, condition.TaskContext) {
	t := condition.Task{Domain: d.words(3), Complexity: d.Figure(), Capabilities: d.words(3)}
	if d.IntN(3) == 0 {
		t.Text = d.Word() + " the " + d.Word() + ", and " + d.Word()
	}
	if d.IntN(2) == 0 {
		t.Type = d.Word()
	}
	s := condition.TaskContext{}
	for _, name := range []string{"A", "b"} {
		if d.IntN(3) > 0 {
			s[name] = d.Word()
		}
	}
	return t, s
}

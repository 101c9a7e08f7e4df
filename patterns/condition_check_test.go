package patterns_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// refused fails unless there is exactly one problem, at that path and with those words.
func refused(t *testing.T, got []episodic.Problem, path, words string) {
	t.Helper()
	if len(got) != 1 || got[0].Path != path || !strings.Contains(got[0].Message, words) {
		t.Errorf("got %q, want one problem at %s with %q", got, path, words)
	}
}

func TestCondition_problems(t *testing.T) {
	fine := compare("context.a", patterns.OperatorPresent)
	deep := fine
	for range patterns.MaxNesting {
		deep = not(deep)
	}
	for _, c := range []struct {
		why         string
		of          patterns.Condition
		path, words string
	}{
		{"an unknown field of the task", compare("task.typ", patterns.OperatorPresent), ".field", "task.type, task.domain"},
		{"a field without its kind", compare("language", patterns.OperatorPresent), ".field", "context.NAME"},
		{"no field", compare("", patterns.OperatorPresent), ".field", "unknown field"},
		{"no name after the kind", compare("context.", patterns.OperatorPresent), ".field", "letters and digits"},
		{"a space in a name", compare("context.a b", patterns.OperatorPresent), ".field", "letters and digits"},
		{"too long a name", compare("context."+strings.Repeat("a", 65), patterns.OperatorPresent), ".field", "at most 64"},
		{"an unknown operator", compare("context.a", "LIKE", "x"), ".operator", "EQUALS, NOT_EQUALS"},
		{"no operator", compare("context.a", "", "x"), ".operator", "no operator"},
		{"no value", compare("context.a", patterns.OperatorEquals), ".values", "one value, not 0"},
		{"two values", compare("context.a", patterns.OperatorEquals, "x", "y"), ".values", "one value, not 2"},
		{"a value for nothing", compare("context.a", patterns.OperatorAbsent, "x"), ".values", "no value, not 1"},
		{"none of a set", compare("context.a", patterns.OperatorIn), ".values", "1 to 50 values, not 0"},
		{"an empty value", compare("context.a", patterns.OperatorIn, "x", " "), ".values[1]", "is empty"},
		{"a long value", compare("context.a", patterns.OperatorEquals, strings.Repeat("é", 201)), ".values[0]", "201 characters"},
		{"no text", compare("context.a", patterns.OperatorEquals, "\xff"), ".values[0]", "UTF-8"},
		{"no figure", compare("context.a", patterns.OperatorAtLeast, "many"), ".values[0]", "no figure"},
		{"no finite figure", compare("context.a", patterns.OperatorAtMost, "inf"), ".values[0]", "no figure"},
		{"nothing", patterns.Condition{}, "", "is empty"},
		{"no parts", patterns.Condition{All: []patterns.Condition{}}, ".all", "no parts"},
		{"two forms", patterns.Condition{Any: []patterns.Condition{fine}, Not: &fine}, "", "any and not at once"},
		{"a comparison with parts", patterns.Condition{Field: "context.a", All: []patterns.Condition{fine}}, "", "comparison of a field and all"},
		{"a part", all(fine, anyOf(not(compare("x", patterns.OperatorPresent)))), ".all[1].any[0].not.field", "unknown field"},
		{"too deep", deep, strings.Repeat(".not", patterns.MaxNesting), "deep"},
		{"too many", all(slices.Repeat([]patterns.Condition{fine}, patterns.MaxConditions+1)...), "", "51 comparisons"},
	} {
		t.Run(c.why, func(t *testing.T) { refused(t, patterns.Problems(c.of), "conditions[0]"+c.path, c.words) })
	}
	for _, op := range patterns.Operators() {
		values := []string{"1"}
		if op == patterns.OperatorPresent || op == patterns.OperatorAbsent {
			values = nil
		}
		if got := patterns.Problems(not(all(compare("context.Größe_2.x", op, values...)))); got != nil {
			t.Errorf("%s is refused: %q", op, got)
		}
	}
}

func TestApplicability_problems(t *testing.T) {
	const equals, notEquals, in = patterns.OperatorEquals, patterns.OperatorNotEquals, patterns.OperatorIn
	const atLeast, atMost, contains = patterns.OperatorAtLeast, patterns.OperatorAtMost, patterns.OperatorContains
	const present, absent = patterns.OperatorPresent, patterns.OperatorAbsent
	type conditions = []patterns.Condition
	for _, c := range []struct {
		why         string
		of          patterns.Applicability
		path, words string
	}{
		{
			"two values of one field",
			patterns.Applicability{Conditions: conditions{compare("context.a", equals, "x"), compare("context.A", equals, "y")}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"a range that is none",
			patterns.Applicability{Conditions: conditions{compare("context.a", atLeast, "10"), compare("context.a", atMost, "9.5")}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"within one condition",
			patterns.Applicability{Conditions: conditions{all(compare("context.a", present), compare("context.a", absent))}},
			".conditions[0]", "can never hold",
		},
		{
			"the same as an anti-condition",
			patterns.Applicability{Conditions: conditions{compare("context.a", equals, "x")}, AntiConditions: conditions{compare("context.a", equals, "X")}},
			".antiConditions[0]", "contradicts applicability.conditions[0]",
		},
		{
			"an anti-condition that holds wherever the condition does",
			patterns.Applicability{Conditions: conditions{compare("context.a", equals, "x")}, AntiConditions: conditions{compare("context.a", present)}},
			".antiConditions[0]", "contradicts applicability.conditions[0]",
		},
		{
			"an anti-condition that always holds",
			patterns.Applicability{AntiConditions: conditions{anyOf(compare("context.a", present), compare("context.a", absent))}},
			".antiConditions[0]", "always holds",
		},
		{
			"three of which any two are possible",
			patterns.Applicability{Conditions: conditions{
				compare("context.a", in, "x", "y"), compare("context.a", in, "y", "z"), compare("context.a", in, "x", "z"),
			}},
			"", "contradicts itself",
		},
		{
			"alternatives of which none is left",
			patterns.Applicability{Conditions: conditions{
				anyOf(compare("context.a", equals, "x"), compare("context.b", equals, "x")), all(compare("context.a", notEquals, "x"), compare("context.b", absent)),
			}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"a text without its part",
			patterns.Applicability{Conditions: conditions{compare("context.a", contains, "release/1"), not(compare("context.a", contains, "release"))}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"another type than its own",
			patterns.Applicability{ProblemTypes: []string{"bugfix", "feature"}, Conditions: conditions{compare("task.type", equals, "review")}},
			".conditions[0]", "contradicts applicability.problemTypes",
		},
		{
			"a capability that must not be",
			patterns.Applicability{Features: patterns.Features{Capabilities: []string{"git", "docker"}}, AntiConditions: conditions{compare("task.capability", equals, "Docker")}},
			".antiConditions[0]", "contradicts applicability.features.capabilities[1]",
		},
		{
			"beyond its complexity",
			patterns.Applicability{Features: patterns.Features{Complexity: patterns.Range{High: new(0.5)}}, Conditions: conditions{compare("task.complexity", atLeast, "0.6")}},
			".conditions[0]", "contradicts applicability.features.complexity.high",
		},
		{
			"a range of complexity that is none",
			patterns.Applicability{Features: patterns.Features{Complexity: patterns.Range{Low: new(2.0), High: new(1.0)}}},
			".features.complexity", "low 2 is above high 1",
		},
		{"an empty problem type", patterns.Applicability{ProblemTypes: []string{""}}, ".problemTypes[0]", "is empty"},
		{"a bad anti-condition", patterns.Applicability{AntiConditions: conditions{compare("x", present)}}, ".antiConditions[0].field", "unknown field"},
	} {
		t.Run(c.why, func(t *testing.T) { refused(t, patterns.ApplicabilityProblems(c.of), "applicability"+c.path, c.words) })
	}
	for _, c := range []struct {
		why string
		of  conditions
	}{
		{"two domains at once", conditions{compare("task.domain", equals, "python"), compare("task.domain", equals, "rust")}},
		{"one figure, spelled as one likes", conditions{compare("context.a", atLeast, "3"), compare("context.a", atMost, "3"), compare("context.a", notEquals, "3")}},
		{"two parts of a text", conditions{compare("context.a", contains, "x"), compare("context.a", contains, "y"), compare("context.a", notEquals, "x y")}},
		{"a figure that contains a digit", conditions{compare("context.a", atLeast, "10"), compare("context.a", contains, "7")}},
		{"strictly between two figures", conditions{not(compare("context.a", atMost, "1")), not(compare("context.a", atLeast, "2"))}},
		{"neither of two values", conditions{compare("context.a", notEquals, "x"), compare("context.a", notEquals, "y")}},
	} {
		if got := patterns.ApplicabilityProblems(patterns.Applicability{Conditions: c.of}); got != nil {
			t.Errorf("%s is refused: %q", c.why, got)
		}
	}
}

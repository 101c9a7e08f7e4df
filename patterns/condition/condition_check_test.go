package condition_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

func TestCondition_problems(t *testing.T) {
	fine := patternstest.Compare("context.a", condition.OperatorPresent)
	deep := fine
	for range condition.MaxNesting {
		deep = patternstest.Not(deep)
	}
	for _, c := range []struct {
		why         string
		of          condition.Condition
		path, words string
	}{
		{"an unknown field of the task", patternstest.Compare("task.typ", condition.OperatorPresent), ".field", "task.type, task.domain"},
		{"a field without its kind", patternstest.Compare("language", condition.OperatorPresent), ".field", "context.NAME"},
		{"no field", patternstest.Compare("", condition.OperatorPresent), ".field", "unknown field"},
		{"no name after the kind", patternstest.Compare("context.", condition.OperatorPresent), ".field", "letters and digits"},
		{"a space in a name", patternstest.Compare("context.a b", condition.OperatorPresent), ".field", "letters and digits"},
		{"too long a name", patternstest.Compare("context."+strings.Repeat("a", 65), condition.OperatorPresent), ".field", "at most 64"},
		{"an unknown operator", patternstest.Compare("context.a", "LIKE", "x"), ".operator", "EQUALS, NOT_EQUALS"},
		{"no operator", patternstest.Compare("context.a", "", "x"), ".operator", "not an operator"},
		{"no value", patternstest.Compare("context.a", condition.OperatorEquals), ".values", "one value, not 0"},
		{"two values", patternstest.Compare("context.a", condition.OperatorEquals, "x", "y"), ".values", "one value, not 2"},
		{"a value for nothing", patternstest.Compare("context.a", condition.OperatorAbsent, "x"), ".values", "no value, not 1"},
		{"none of a set", patternstest.Compare("context.a", condition.OperatorIn), ".values", "1 to 50 values, not 0"},
		{"an empty value", patternstest.Compare("context.a", condition.OperatorIn, "x", " "), ".values[1]", "is empty"},
		{"a long value", patternstest.Compare("context.a", condition.OperatorEquals, strings.Repeat("é", 201)), ".values[0]", "201 characters"},
		{"no text", patternstest.Compare("context.a", condition.OperatorEquals, "\xff"), ".values[0]", "UTF-8"},
		{"no figure", patternstest.Compare("context.a", condition.OperatorAtLeast, "many"), ".values[0]", "not a number"},
		{"no finite figure", patternstest.Compare("context.a", condition.OperatorAtMost, "inf"), ".values[0]", "not a number"},
		{"nothing", condition.Condition{}, "", "is empty"},
		{"no parts", condition.Condition{All: []condition.Condition{}}, ".all", "no parts"},
		{"two forms", condition.Condition{Any: []condition.Condition{fine}, Not: &fine}, "", "any and not at once"},
		{"a comparison with parts", condition.Condition{Field: "context.a", All: []condition.Condition{fine}}, "", "comparison of a field and all"},
		{"a part", patternstest.All(fine, patternstest.AnyOf(patternstest.Not(patternstest.Compare("x", condition.OperatorPresent)))), ".all[1].any[0].not.field", "unknown field"},
		{"too deep", deep, strings.Repeat(".not", condition.MaxNesting), "deep"},
		{"too many", patternstest.All(slices.Repeat([]condition.Condition{fine}, condition.MaxConditions+1)...), "", "51 comparisons"},
	} {
		t.Run(c.why, func(t *testing.T) { patternstest.Refused(t, condition.Problems(c.of), "conditions[0]"+c.path, c.words) })
	}
	for _, op := range condition.Operators() {
		values := []string{"1"}
		if op == condition.OperatorPresent || op == condition.OperatorAbsent {
			values = nil
		}
		if got := condition.Problems(patternstest.Not(patternstest.All(patternstest.Compare("context.Größe_2.x", op, values...)))); got != nil {
			t.Errorf("%s is refused: %q", op, got)
		}
	}
}

func TestApplicability_problems(t *testing.T) {
	const equals, notEquals, in = condition.OperatorEquals, condition.OperatorNotEquals, condition.OperatorIn
	const atLeast, atMost, contains = condition.OperatorAtLeast, condition.OperatorAtMost, condition.OperatorContains
	const present, absent = condition.OperatorPresent, condition.OperatorAbsent
	type conditions = []condition.Condition
	for _, c := range []struct {
		why         string
		of          condition.Applicability
		path, words string
	}{
		{
			"two values of one field",
			condition.Applicability{Conditions: conditions{patternstest.Compare("context.a", equals, "x"), patternstest.Compare("context.A", equals, "y")}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"a range that is none",
			condition.Applicability{Conditions: conditions{patternstest.Compare("context.a", atLeast, "10"), patternstest.Compare("context.a", atMost, "9.5")}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"within one condition",
			condition.Applicability{Conditions: conditions{patternstest.All(patternstest.Compare("context.a", present), patternstest.Compare("context.a", absent))}},
			".conditions[0]", "can never hold",
		},
		{
			"the same as an anti-condition",
			condition.Applicability{Conditions: conditions{patternstest.Compare("context.a", equals, "x")}, AntiConditions: conditions{patternstest.Compare("context.a", equals, "X")}},
			".antiConditions[0]", "contradicts applicability.conditions[0]",
		},
		{
			"an anti-condition that holds wherever the condition does",
			condition.Applicability{Conditions: conditions{patternstest.Compare("context.a", equals, "x")}, AntiConditions: conditions{patternstest.Compare("context.a", present)}},
			".antiConditions[0]", "contradicts applicability.conditions[0]",
		},
		{
			"an anti-condition that always holds",
			condition.Applicability{AntiConditions: conditions{patternstest.AnyOf(patternstest.Compare("context.a", present), patternstest.Compare("context.a", absent))}},
			".antiConditions[0]", "always holds",
		},
		{
			"three of which any two are possible",
			condition.Applicability{Conditions: conditions{
				patternstest.Compare("context.a", in, "x", "y"), patternstest.Compare("context.a", in, "y", "z"), patternstest.Compare("context.a", in, "x", "z"),
			}},
			"", "contradicts itself",
		},
		{
			"alternatives of which none is left",
			condition.Applicability{Conditions: conditions{
				patternstest.AnyOf(patternstest.Compare("context.a", equals, "x"), patternstest.Compare("context.b", equals, "x")), patternstest.All(patternstest.Compare("context.a", notEquals, "x"), patternstest.Compare("context.b", absent)),
			}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"a text without its part",
			condition.Applicability{Conditions: conditions{patternstest.Compare("context.a", contains, "release/1"), patternstest.Not(patternstest.Compare("context.a", contains, "release"))}},
			".conditions[1]", "contradicts applicability.conditions[0]",
		},
		{
			"another type than its own",
			condition.Applicability{ProblemTypes: []string{"bugfix", "feature"}, Conditions: conditions{patternstest.Compare("task.type", equals, "review")}},
			".conditions[0]", "contradicts applicability.problemTypes",
		},
		{
			"a capability that must not be",
			condition.Applicability{Features: condition.Features{Capabilities: []string{"git", "docker"}}, AntiConditions: conditions{patternstest.Compare("task.capability", equals, "Docker")}},
			".antiConditions[0]", "contradicts applicability.features.capabilities[1]",
		},
		{
			"beyond its complexity",
			condition.Applicability{Features: condition.Features{Complexity: condition.Range{High: new(0.5)}}, Conditions: conditions{patternstest.Compare("task.complexity", atLeast, "0.6")}},
			".conditions[0]", "contradicts applicability.features.complexity.high",
		},
		{
			"a range of complexity that is none",
			condition.Applicability{Features: condition.Features{Complexity: condition.Range{Low: new(2.0), High: new(1.0)}}},
			".features.complexity", "low 2 is above high 1",
		},
		{"an empty problem type", condition.Applicability{ProblemTypes: []string{""}}, ".problemTypes[0]", "is empty"},
		{"a bad anti-condition", condition.Applicability{AntiConditions: conditions{patternstest.Compare("x", present)}}, ".antiConditions[0].field", "unknown field"},
	} {
		t.Run(c.why, func(t *testing.T) {
			patternstest.Refused(t, condition.ApplicabilityProblems(c.of), "applicability"+c.path, c.words)
		})
	}
	for _, c := range []struct {
		why string
		of  conditions
	}{
		{"two domains at once", conditions{patternstest.Compare("task.domain", equals, "python"), patternstest.Compare("task.domain", equals, "rust")}},
		{"one figure, spelled as one likes", conditions{patternstest.Compare("context.a", atLeast, "3"), patternstest.Compare("context.a", atMost, "3"), patternstest.Compare("context.a", notEquals, "3")}},
		{"two parts of a text", conditions{patternstest.Compare("context.a", contains, "x"), patternstest.Compare("context.a", contains, "y"), patternstest.Compare("context.a", notEquals, "x y")}},
		{"a figure that contains a digit", conditions{patternstest.Compare("context.a", atLeast, "10"), patternstest.Compare("context.a", contains, "7")}},
		{"strictly between two figures", conditions{patternstest.Not(patternstest.Compare("context.a", atMost, "1")), patternstest.Not(patternstest.Compare("context.a", atLeast, "2"))}},
		{"neither of two values", conditions{patternstest.Compare("context.a", notEquals, "x"), patternstest.Compare("context.a", notEquals, "y")}},
	} {
		if got := condition.ApplicabilityProblems(condition.Applicability{Conditions: c.of}); got != nil {
			t.Errorf("%s is refused: %q", c.why, got)
		}
	}
}

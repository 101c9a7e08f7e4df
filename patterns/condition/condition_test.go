package condition_test

import (
	"testing"

	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

func TestCondition_Judge(t *testing.T) {
	task := condition.Task{Type: "Code_Refactoring", Domain: []string{"python", "Back-End"}, Complexity: new(0.6)}
	setting := condition.TaskContext{"language": "Go 1.26", "tests": "12", "branch": "feature/x", "version": "3.10", "offset": "-5", "empty": " "}
	yes, no := patternstest.Compare("context.tests", condition.OperatorEquals, "12"), patternstest.Compare("context.tests", condition.OperatorEquals, "13")
	untold := patternstest.Compare("context.reviewer", condition.OperatorEquals, "x")
	for _, c := range []struct {
		why  string
		of   condition.Condition
		want condition.Truth
	}{
		{"a text in another case", patternstest.Compare("context.language", condition.OperatorEquals, "go 1.26"), condition.True},
		{"hyphens and underscores join words", patternstest.Compare("task.type", condition.OperatorEquals, "code refactoring"), condition.True},
		{"the name of a field in another case", patternstest.Compare("Context.Tests", condition.OperatorEquals, "12"), condition.True},
		{"texts are compared, not figures: two versions", patternstest.Compare("context.version", condition.OperatorEquals, "3.1"), condition.False},
		{"a sign is kept", patternstest.Compare("context.offset", condition.OperatorEquals, "5"), condition.False},
		{"one of the values", patternstest.Compare("context.branch", condition.OperatorIn, "main", "feature/x"), condition.True},
		{"one of several domains", patternstest.Compare("task.domain", condition.OperatorEquals, "back end"), condition.True},
		{"none of several domains may be it", patternstest.Compare("task.domain", condition.OperatorNotEquals, "python"), condition.False},
		{"no domain is it", patternstest.Compare("task.domain", condition.OperatorNotEquals, "rust"), condition.True},
		{"a part of a text", patternstest.Compare("context.branch", condition.OperatorContains, "FEATURE/"), condition.True},
		{"as figures", patternstest.Compare("context.tests", condition.OperatorAtLeast, "9"), condition.True},
		{"the bound is within", patternstest.Compare("context.tests", condition.OperatorAtMost, "12.0"), condition.True},
		{"above", patternstest.Compare("context.tests", condition.OperatorAtMost, "11"), condition.False},
		{"a negative figure", patternstest.Compare("context.offset", condition.OperatorAtLeast, "-5e0"), condition.True},
		{"the complexity of the task", patternstest.Compare("task.complexity", condition.OperatorAtLeast, "0.6"), condition.True},
		{"no figure is no answer", patternstest.Compare("context.branch", condition.OperatorAtMost, "11"), condition.Unknown},
		{"a field that is not told", untold, condition.Unknown},
		{"nothing but spaces tells nothing", patternstest.Compare("context.empty", condition.OperatorPresent), condition.False},
		{"unequal to what is not told", patternstest.Compare("context.reviewer", condition.OperatorNotEquals, "x"), condition.Unknown},
		{"not of what is not told", patternstest.Not(untold), condition.Unknown},
		{"present", patternstest.Compare("context.tests", condition.OperatorPresent), condition.True},
		{"not present", patternstest.Compare("context.reviewer", condition.OperatorPresent), condition.False},
		{"absent", patternstest.Compare("context.reviewer", condition.OperatorAbsent), condition.True},
		{"not absent", patternstest.Compare("context.tests", condition.OperatorAbsent), condition.False},
		{"all hold", patternstest.All(yes, patternstest.Not(no)), condition.True},
		{"one that fails decides", patternstest.All(untold, no), condition.False},
		{"all but one that is not told", patternstest.All(yes, untold), condition.Unknown},
		{"one that holds decides", patternstest.AnyOf(untold, yes), condition.True},
		{"none is known to hold", patternstest.AnyOf(untold, no), condition.Unknown},
		{"all fail", patternstest.AnyOf(no, patternstest.Not(yes)), condition.False},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := c.of.Judge(task.Situation(setting)); got != c.want {
				t.Errorf("%+v is %s, want %s", c.of, got, c.want)
			}
		})
	}
}

func TestCondition_Judge_words(t *testing.T) {
	words := condition.Task{Text: "Refactor the back-end of the C++ parser.", Domain: []string{"compilers"}}.Situation(nil)
	for _, c := range []struct {
		why  string
		of   condition.Condition
		want condition.Truth
	}{
		{"a word of the text may be the type", patternstest.Compare("task.type", condition.OperatorEquals, "refactor"), condition.True},
		{"two words that follow each other", patternstest.Compare("task.type", condition.OperatorIn, "x", "Back_End"), condition.True},
		{"signs that belong to a name", patternstest.Compare("task.capability", condition.OperatorEquals, "c++"), condition.True},
		{"what is not mentioned is not denied", patternstest.Compare("task.type", condition.OperatorEquals, "bugfix"), condition.Unknown},
		{"nor is it known to be another", patternstest.Compare("task.type", condition.OperatorNotEquals, "bugfix"), condition.Unknown},
		{"what is mentioned is not another", patternstest.Compare("task.type", condition.OperatorNotEquals, "refactor"), condition.False},
		{"words do not say that there is a type", patternstest.Compare("task.type", condition.OperatorPresent), condition.Unknown},
		{"what the task names goes before its words", patternstest.Compare("task.domain", condition.OperatorEquals, "parser"), condition.False},
		{"words tell nothing of the context", patternstest.Compare("context.parser", condition.OperatorPresent), condition.False},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := c.of.Judge(words); got != c.want {
				t.Errorf("%+v is %s, want %s", c.of, got, c.want)
			}
		})
	}
}

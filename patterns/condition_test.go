package patterns_test

import (
	"testing"

	"github.com/causeway-memory/causeway/patterns"
)

func compare(field string, op patterns.Operator, values ...string) patterns.Condition {
	return patterns.Condition{Field: field, Operator: op, Values: values}
}

func not(c patterns.Condition) patterns.Condition        { return patterns.Condition{Not: &c} }
func all(parts ...patterns.Condition) patterns.Condition { return patterns.Condition{All: parts} }
func anyOf(parts ...patterns.Condition) patterns.Condition {
	return patterns.Condition{Any: parts}
}

func TestCondition_Judge(t *testing.T) {
	task := patterns.Task{Type: "Code_Refactoring", Domain: []string{"python", "Back-End"}, Complexity: new(0.6)}
	setting := patterns.Setting{"language": "Go 1.26", "tests": "12", "branch": "feature/x", "version": "3.10", "offset": "-5", "empty": " "}
	yes, no := compare("context.tests", patterns.OperatorEquals, "12"), compare("context.tests", patterns.OperatorEquals, "13")
	untold := compare("context.reviewer", patterns.OperatorEquals, "x")
	for _, c := range []struct {
		why  string
		of   patterns.Condition
		want patterns.Truth
	}{
		{"a text in another case", compare("context.language", patterns.OperatorEquals, "go 1.26"), patterns.True},
		{"hyphens and underscores join words", compare("task.type", patterns.OperatorEquals, "code refactoring"), patterns.True},
		{"the name of a field in another case", compare("Context.Tests", patterns.OperatorEquals, "12"), patterns.True},
		{"texts are compared, not figures: two versions", compare("context.version", patterns.OperatorEquals, "3.1"), patterns.False},
		{"a sign is kept", compare("context.offset", patterns.OperatorEquals, "5"), patterns.False},
		{"one of the values", compare("context.branch", patterns.OperatorIn, "main", "feature/x"), patterns.True},
		{"one of several domains", compare("task.domain", patterns.OperatorEquals, "back end"), patterns.True},
		{"none of several domains may be it", compare("task.domain", patterns.OperatorNotEquals, "python"), patterns.False},
		{"no domain is it", compare("task.domain", patterns.OperatorNotEquals, "rust"), patterns.True},
		{"a part of a text", compare("context.branch", patterns.OperatorContains, "FEATURE/"), patterns.True},
		{"as figures", compare("context.tests", patterns.OperatorAtLeast, "9"), patterns.True},
		{"the bound is within", compare("context.tests", patterns.OperatorAtMost, "12.0"), patterns.True},
		{"above", compare("context.tests", patterns.OperatorAtMost, "11"), patterns.False},
		{"a negative figure", compare("context.offset", patterns.OperatorAtLeast, "-5e0"), patterns.True},
		{"the complexity of the task", compare("task.complexity", patterns.OperatorAtLeast, "0.6"), patterns.True},
		{"no figure is no answer", compare("context.branch", patterns.OperatorAtMost, "11"), patterns.Untold},
		{"a field that is not told", untold, patterns.Untold},
		{"nothing but spaces tells nothing", compare("context.empty", patterns.OperatorPresent), patterns.False},
		{"unequal to what is not told", compare("context.reviewer", patterns.OperatorNotEquals, "x"), patterns.Untold},
		{"not of what is not told", not(untold), patterns.Untold},
		{"present", compare("context.tests", patterns.OperatorPresent), patterns.True},
		{"not present", compare("context.reviewer", patterns.OperatorPresent), patterns.False},
		{"absent", compare("context.reviewer", patterns.OperatorAbsent), patterns.True},
		{"not absent", compare("context.tests", patterns.OperatorAbsent), patterns.False},
		{"all hold", all(yes, not(no)), patterns.True},
		{"one that fails decides", all(untold, no), patterns.False},
		{"all but one that is not told", all(yes, untold), patterns.Untold},
		{"one that holds decides", anyOf(untold, yes), patterns.True},
		{"none is known to hold", anyOf(untold, no), patterns.Untold},
		{"all fail", anyOf(no, not(yes)), patterns.False},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := c.of.Judge(task.Situation(setting)); got != c.want {
				t.Errorf("%+v is %s, want %s", c.of, got, c.want)
			}
		})
	}
}

func TestCondition_Judge_words(t *testing.T) {
	words := patterns.Task{Text: "Refactor the back-end of the C++ parser.", Domain: []string{"compilers"}}.Situation(nil)
	for _, c := range []struct {
		why  string
		of   patterns.Condition
		want patterns.Truth
	}{
		{"a word of the text may be the type", compare("task.type", patterns.OperatorEquals, "refactor"), patterns.True},
		{"two words that follow each other", compare("task.type", patterns.OperatorIn, "x", "Back_End"), patterns.True},
		{"signs that belong to a name", compare("task.capability", patterns.OperatorEquals, "c++"), patterns.True},
		{"what is not mentioned is not denied", compare("task.type", patterns.OperatorEquals, "bugfix"), patterns.Untold},
		{"nor is it known to be another", compare("task.type", patterns.OperatorNotEquals, "bugfix"), patterns.Untold},
		{"what is mentioned is not another", compare("task.type", patterns.OperatorNotEquals, "refactor"), patterns.False},
		{"words do not say that there is a type", compare("task.type", patterns.OperatorPresent), patterns.Untold},
		{"what the task names goes before its words", compare("task.domain", patterns.OperatorEquals, "parser"), patterns.False},
		{"words tell nothing of the context", compare("context.parser", patterns.OperatorPresent), patterns.False},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := c.of.Judge(words); got != c.want {
				t.Errorf("%+v is %s, want %s", c.of, got, c.want)
			}
		})
	}
}

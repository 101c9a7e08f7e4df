package patternstest

import (
	"github.com/causeway-memory/causeway/patterns/condition"
)

func Compare(field string, op condition.Operator, values ...string) condition.Condition {
	return condition.Condition{Field: field, Operator: op, Values: values}
}

func Not(c condition.Condition) condition.Condition { return condition.Condition{Not: &c} }

func All(parts ...condition.Condition) condition.Condition { return condition.Condition{All: parts} }

func AnyOf(parts ...condition.Condition) condition.Condition {
	return condition.Condition{Any: parts}
}

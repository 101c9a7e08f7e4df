package patternstest

import (
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Compare returns a comparison of a field.
func Compare(field string, op condition.Operator, values ...string) condition.Condition {
	return condition.Condition{Field: field, Operator: op, Values: values}
}

// Not returns the negation of a condition.
func Not(c condition.Condition) condition.Condition { return condition.Condition{Not: &c} }

// All returns the conjunction of conditions.
func All(parts ...condition.Condition) condition.Condition { return condition.Condition{All: parts} }

// AnyOf returns the disjunction of conditions.
func AnyOf(parts ...condition.Condition) condition.Condition {
	return condition.Condition{Any: parts}
}

// Package problem reports invalid input: the broken rules, each with the path of the offending
// value, collected into one error.
//
// It imports the standard library only. Every domain package uses it.
package problem

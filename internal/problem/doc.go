// Package problem says what is wrong with an input: the broken rules with the paths of the values
// that break them, gathered into one error.
//
// It imports the standard library only. Every domain package uses it.
package problem

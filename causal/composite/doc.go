// Package composite puts together what events tell in words: events that differ only in what they refer to
// are one event, and events of which nearly every episode tells exactly one are the states of one variable. A
// composite is a variable of a model and of no factor; docs/decisions/0065 says why.
//
// Its one invariant: a composite says only what some episode tells. Where none of its events is told, its
// state is unknown.
//
// It imports masks, factors and datasets; models call it.
package composite

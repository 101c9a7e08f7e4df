// Package migration decides which steps of a schema are still to be run, for every store
// that keeps its schema in numbered files and remembers which of them ran.
//
// Its one invariant: a step never changes once it ran anywhere. Steps are only added, so
// that two stores with the same history have the same schema, whatever engine holds them.
//
// The stores run the steps and keep their history themselves.
package migration

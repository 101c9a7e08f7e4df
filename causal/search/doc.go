// Package search defines the vocabulary of searches over links: which links to follow and in which
// direction, the steps of a path, the status of a search, and the walk that finds the links between two
// sets of ends in any store.
//
// It imports episodic, factor and link.
package search

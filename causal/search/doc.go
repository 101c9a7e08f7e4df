// Package search defines the vocabulary of searches over links: which links to follow and in which
// direction, the steps of a path, and the status of a search.
//
// It imports episodic, factor and link.
package search

// Package search has the words of searches over links: in which direction and along which links one
// goes, the steps of a path, and how a search ended.
//
// It imports episodic, factor and link.
package search

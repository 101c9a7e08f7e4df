// Package trace answers how one occurrence leads to another: paths of recorded links, upstream and
// downstream traces, and the neighbors of an occurrence.
//
// It imports episodic, link, search and layer.
package trace

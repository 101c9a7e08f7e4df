// Package trace answers how one occurrence leads to another: paths of recorded links, what is reached
// upstream and downstream, and the neighbors of an occurrence.
//
// It imports episodic, link and layer.
package trace

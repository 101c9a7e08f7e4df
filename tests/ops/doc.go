// Package ops tests operation: causeway started, killed, moved, cut off from its engines, on a
// spoilt or full disk, and what it tells a collector of traces.
//
// The invariant: what was acknowledged survives. Nothing is repaired by hand.
package ops

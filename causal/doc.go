// Package causal is the domain of why: paths of links between occurrences, their causes
// and effects.
//
// Its one invariant: an answer never claims more than its links do. Every hop carries the
// basis of its link and the episode that states it, and links that correlate are never
// followed as causes unless a caller asks for them by name.
//
// [Service] is the entry for callers; [Store] is the engine it needs, implemented by
// adapters. The package imports the standard library and package episodic.
package causal

// Package patterns is the domain of what keeps happening: patterns of trigger and action
// with their evidence. It is empty until patterns are built; the folder holds the place
// in the import order (patterns may import causal and episodic, never the other way).
package patterns

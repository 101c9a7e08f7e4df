// Package decision compares the options of a decision: which action is best for an outcome, and what
// the decisions of an episode changed.
//
// It imports the chapters up to effect.
package decision

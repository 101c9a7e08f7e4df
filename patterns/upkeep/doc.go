// Package upkeep mines, refines, merges and prunes the patterns of a project. Together that is
// consolidation, which runs from time to time.
//
// docs/patterns.md says what it may do without asking. It imports all other chapters.
package upkeep

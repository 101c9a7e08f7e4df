// Package upkeep mines patterns from a project, refines, merges and prunes them: the consolidation that
// runs from time to time.
//
// What it may do without asking is written in docs/patterns.md. It imports all other chapters.
package upkeep

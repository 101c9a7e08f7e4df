// Package catalog adds, changes, merges, deprecates, copies, lists and explains patterns.
//
// Every change is a row of the pattern's history. It imports patterns, condition, match and evidence.
package catalog

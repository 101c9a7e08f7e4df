// Package catalog adds, changes, merges, deprecates, copies and lists patterns, and explains them in
// words.
//
// Every change is a row of the pattern's history. It imports patterns, condition, match and evidence.
package catalog

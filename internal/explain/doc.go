// Package explain fits an explanation into a token budget: the first line always fits, more lines
// follow while there is room, and the last one says how many were left out.
//
// It imports the standard library and the packages problem and text. The domain packages write the
// sentences; this package fits them.
package explain

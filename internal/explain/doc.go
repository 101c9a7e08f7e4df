// Package explain writes an answer in words within a budget of tokens: a first line that always
// fits, then as many others as there is room for, and how many were left out.
//
// It imports the standard library and the small packages for problems and texts. The domain packages
// make the sentences, this package fits them.
package explain

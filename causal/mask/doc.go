// Package mask turns texts into templates: it replaces what differs between occurrences of the same
// message, such as numbers, commits, paths and times, by masks.
//
// Template is a pure function. A change to its output needs a new version of the derivation. What
// looks like a commit, package lexis says.
package mask

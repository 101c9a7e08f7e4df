// Package mask turns texts into templates: it replaces what differs between occurrences of the same
// message, such as numbers, commits, paths and times, by masks.
//
// Template is a pure function. A change to its output needs a new version of the derivation. The
// package imports the standard library and package text.
package mask

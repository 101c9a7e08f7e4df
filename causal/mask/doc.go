// Package mask makes templates of texts: what differs between texts that say the same, such as
// numbers, commits, paths and times, is replaced by masks.
//
// Template is a pure function, and part of what the version of derivation stands for. It imports the
// standard library and the package for texts.
package mask

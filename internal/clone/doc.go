// Package clone copies slices and pointers deeply, with a copy function for their elements.
//
// It imports the standard library only.
package clone

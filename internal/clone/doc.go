// Package clone copies slices and pointers whose elements have copies of their own.
//
// It imports the standard library only.
package clone

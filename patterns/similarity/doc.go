// Package similarity says how alike patterns are, and which may be one.
//
// It imports patterns, condition and applicable.
package similarity

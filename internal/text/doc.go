// Package text has operations on short strings that several domains share: join lines, shorten,
// sort and deduplicate.
//
// It imports the standard library only.
package text

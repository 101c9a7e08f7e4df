// Package text has the few operations on short texts that several domains share: one line, at most
// so many characters, distinct and in order.
//
// It imports the standard library only.
package text

// Package allowance bounds what one answer may take: how many fields and bytes it has, and how many
// bytes of stored content are read for it. Its one invariant: what an account counts is counted
// before it is kept, so that an answer that is too large ends while it is built, not when memory does.
//
// It imports the standard library. Package httpapi opens an [Account] for each answer and gives it
// fields; resolvers [Read] through it; stores [Take] for each content before they decode it.
package allowance

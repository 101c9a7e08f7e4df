// Package naming resolves what a question about effects names: states of variables by their keys and labels,
// and the decisions of an episode with what was known before them.
//
// Its one invariant: a name means one state or none. An ambiguous one is a reason with candidates, never a
// guess.
package naming

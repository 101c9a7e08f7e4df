// Package rules holds the house rules of the repository, written as ordinary tests: what may
// import what, how code, pages, statements and words look, and what the pages must name.
//
// The invariant: a rule that is not checked here or by the linter is no rule. Each check of a
// rule is itself tested on a planted violation, so that it cannot go blind. It starts no service;
// what it reads comes from tests/tree.
package rules

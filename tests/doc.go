// Package tests holds what belongs to no single package: the house rules, written as
// ordinary tests, and the tests that see causeway from outside, over HTTP on real engines.
//
// The invariant: a rule that is not checked here or by the linter is no rule. Each check
// of a rule is itself tested on a planted violation, so that it cannot go blind.
package tests

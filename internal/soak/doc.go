// Package soak chooses the seeds and the number of rounds of property tests.
//
// Its one invariant: without SOAK_SEED and SOAK_ROUNDS in the environment a property test does
// the same on every run, so that continuous integration never fails by chance. `make soak` sets
// both, and prints the seed, with which a failure comes back. With -short (`make test-fast`, `make
// race`) a test makes the first tenth of its rounds; what it wants to have seen in them is a number of
// [Rounds] too. Only tests import this package. A test uses it when its property has to hold for
// every seed, not only with high probability.
package soak

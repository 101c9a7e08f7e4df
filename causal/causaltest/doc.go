// Package causaltest has helpers that tests of several chapters share: episodes in a short notation,
// networks with known structure, and small in-memory layers.
//
// Only tests import it.
package causaltest

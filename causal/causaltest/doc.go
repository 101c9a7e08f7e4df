// Package causaltest has what the tests of several chapters of causal share: episodes written as
// short tales, networks whose truth is known, and small layers in memory.
//
// Only tests import it.
package causaltest

// Package patternstest has what the tests of several chapters of patterns share.
//
// Only tests import it.
package patternstest

// Package patternstest has fakes and generators that the tests of several chapters of patterns share.
//
// Only tests import it.
package patternstest

// Package episodictest has helpers for the tests of episodic and its subpackages.
//
// Only tests import it.
package episodictest

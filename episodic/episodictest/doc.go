// Package episodictest has what the tests of several chapters of episodic share.
//
// Only tests import it.
package episodictest

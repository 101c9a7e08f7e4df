// Package enginetest gives tests the running servers that `make test` started.
//
// Its one invariant: a test that needs a server either gets a real one or says loudly that
// it did not run; with CAUSEWAY_REQUIRE_ENGINES=1 (continuous integration) it fails instead.
// The same holds for programs that a test runs, like a browser, with CAUSEWAY_REQUIRE_TOOLS=1.
// Only tests import this package. Servers are shared by all test packages, so every test
// works in a project of its own, see [Project].
package enginetest

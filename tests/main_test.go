package tests_test

import (
	"os"
	"testing"
)

// shared holds the services that the tests of this package share.
var shared = newHouse()

func TestMain(m *testing.M) {
	code := m.Run()
	shared.end()
	os.Exit(code)
}

func services(t testing.TB) (first, second *service) {
	t.Helper()
	return shared.services(t)
}

// newProject returns a project of the test's own, purged when the test ends.
func newProject(t testing.TB) *project {
	t.Helper()
	return shared.newProject(t)
}

func newCLI(t testing.TB, home string, env ...string) cli {
	t.Helper()
	return shared.cli(t, home, env...)
}

func sharedCLI(t testing.TB) cli {
	t.Helper()
	return shared.sharedCLI(t)
}

func newRunning(t testing.TB) *running {
	t.Helper()
	return shared.running(t)
}

// newBase returns a project with one episode.
func newBase(t testing.TB) *project {
	t.Helper()
	p := newProject(t)
	p.recordBase()
	return p
}

package ops_test

import (
	"os"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// shared holds the services that the tests of this package share.
var shared = harness.NewHouse()

func TestMain(m *testing.M) {
	code := m.Run()
	shared.End()
	os.Exit(code)
}

type vars = harness.Vars

// project is a project as the tests of this package use it.
type project struct{ *harness.Project }

// newProject returns a project of the test's own, purged when the test ends.
func newProject(t testing.TB) *project {
	t.Helper()
	return &project{shared.NewProject(t)}
}

// projectOn is newProject on another service.
func projectOn(t testing.TB, s *harness.Service) *project {
	t.Helper()
	return &project{s.Project(t)}
}

// on returns the same project on another service.
func (p *project) on(s *harness.Service) *project { return &project{p.On(s)} }

func services(t testing.TB) (first, second *harness.Service) {
	t.Helper()
	return shared.Services(t)
}

func newCLI(t testing.TB, home string, env ...string) harness.CLI {
	t.Helper()
	return shared.CLI(t, home, env...)
}

func sharedCLI(t testing.TB) harness.CLI {
	t.Helper()
	return shared.SharedCLI(t)
}

func newRunning(t testing.TB) *harness.Running {
	t.Helper()
	return shared.Running(t)
}

package pages_test

import (
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// shared holds the services that the tests of this package share.
var shared = harness.NewHouse()

func TestMain(m *testing.M) { shared.Main(m) }

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

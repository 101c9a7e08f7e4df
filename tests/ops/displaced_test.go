package ops_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/harness"
)

// readyStatus returns the status of /readyz and the reason of the graph.
func readyStatus(t *testing.T, s *harness.Service) (status int, reason string) {
	t.Helper()
	status, body := s.Page(t, "/readyz")
	var r readiness
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatalf("/readyz: %s", body)
	}
	for _, c := range r.Checks {
		if c.Name == "sqlite" {
			reason = c.Reason
		}
	}
	return status, reason
}

// TestDisplaced_Home renames the home folder of a service that runs: within seconds it is not
// ready, and it acknowledges nothing until the folder is back.
func TestDisplaced_Home(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	cfg := harness.EmbeddedConfig(t)
	cfg.Home = filepath.Join(cfg.Home, "home")
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	p := projectOn(t, s)
	p.Record(vars{"id": "a", "task": "before"})
	if status, reason := readyStatus(t, s); status != http.StatusOK || reason != "" {
		t.Fatalf("at first /readyz answers %d, %s", status, reason)
	}
	must(t, os.Rename(cfg.Home, cfg.Home+".old"))
	a := p.Refused("the home folder is away", `mutation($project: String!, $input: EpisodeInput!) { recordEpisode(project: $project, input: $input) { receipt { state } } }`,
		vars{"input": vars{"id": "b", "task": "meanwhile"}}, "UNAVAILABLE")
	if !strings.Contains(a.Text(), "removed, renamed or replaced") || strings.Contains(a.Text(), cfg.Home) {
		t.Errorf("the answer says %s", a.Text())
	}
	harness.Eventually(t, "/readyz says why", func() bool {
		status, reason := readyStatus(t, s)
		return status == http.StatusServiceUnavailable && strings.Contains(reason, engine.DatabasePath(cfg.Home))
	})
	must(t, os.Rename(cfg.Home+".old", cfg.Home))
	harness.Eventually(t, "/readyz is well again", func() bool {
		status, _ := readyStatus(t, s)
		return status == http.StatusOK
	})
	p.Record(vars{"id": "b", "task": "afterwards"})
}

// TestDisplaced_Journal kills a service and removes its journal: the next start says how many
// commits are missing and how to go on without them.
func TestDisplaced_Journal(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	s := newSpoilt(t, t.TempDir())
	k := harness.Running{CLI: s.CLI, Home: s.home}
	k.Start(t)
	p := &project{&harness.Project{Service: k.Service, T: t, Name: "p"}}
	for _, id := range []string{"x", "y", "z"} {
		p.Record(vars{"id": id, "task": "written before the kill"})
	}
	harness.Kill(t, k.Process)
	must(t, os.Remove(s.database+"-wal"))
	s.refuses(t, "a journal is missing", "commits of "+s.database+" are missing")
	must(t, os.Remove(s.database+"-commits"))
	s.works(t)
}

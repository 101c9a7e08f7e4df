package ops_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestImport_Follows watches a transcript that grows: the episode is there, gets a revision, and an interrupt ends the command.
func TestImport_Follows(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	path := filepath.Join(t.TempDir(), "session.jsonl")
	write := func(line string) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = f.WriteString(line + "\n")
		}
		if err != nil || f.Close() != nil {
			t.Fatal(err)
		}
	}
	write(`{"type":"user","uuid":"u1","timestamp":"2026-05-03T10:00:00Z","sessionId":"s1","message":{"role":"user","content":"Mend the pump"}}`)
	var out bytes.Buffer
	cmd := shared.SharedCLI(t).Command(t.Context(), "import", "--format", "claude-code", "--project", p.Name, "--follow", path)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	revision := func(at int) func() bool {
		return func() bool {
			found := harness.Get[struct {
				Episodes *struct {
					Edges []struct {
						Node struct{ Revision int }
					}
				}
			}](p, `query($project: String!) { episodes(project: $project) { edges { node { revision } } } }`, nil)
			return found.Episodes != nil && len(found.Episodes.Edges) == 1 && found.Episodes.Edges[0].Node.Revision == at
		}
	}
	p.Record(vars{"id": "first", "task": "So that there is a project"})
	harness.Get[any](p, `mutation($project: String!) { deleteEpisode(project: $project, key: "first") { removedId } }`, nil)
	harness.Eventually(t, "the session is an episode", revision(1))
	write(`{"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-05-03T10:00:05Z","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}`)
	harness.Eventually(t, "it has a revision", revision(2))
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v: %s", err, out.String())
	}
}

package answers_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// allEpisodes returns the older revisions and then the episodes.
func allEpisodes(t testing.TB) []string {
	t.Helper()
	return append(harness.RawFiles(t, "episode-variants", 46), harness.RawFiles(t, "episodes", 453)...)
}

// realEpisodes is the project of the real episodes.
var realEpisodes realImport

// realImport is the project that holds the real episodes for all tests that read them.
type realImport struct {
	once   sync.Once
	name   string
	report harness.Imported
}

// realProject returns it, imported through the mutation by the first test that asks.
func realProject(t testing.TB) (*project, raw) {
	t.Helper()
	paths := allEpisodes(t)
	s, _ := shared.Services(t)
	realEpisodes.once.Do(func() {
		p := &project{&harness.Project{Service: s, T: t, Name: enginetest.Project(t)}}
		shared.AtEnd(func() { realEpisodes.end(s) })
		realEpisodes.name = p.Name
		realEpisodes.report = p.ImportFiles(vars{"files": harness.AsInput(t, paths)})
	})
	return &project{&harness.Project{Service: s, T: t, Name: realEpisodes.name}}, readRaw(t, paths)
}

func (r *realImport) end(s *harness.Service) {
	if err := s.Purge(r.name); err != nil {
		fmt.Fprintf(os.Stderr, "purge %s: %v\n", r.name, err)
	}
}

func TestImport_RealEpisodes(t *testing.T) {
	p, files := realProject(t)
	got := p.Totals()
	got.References = 0
	if want := files.count(); got != want || want.Episodes != 453 {
		t.Errorf("the project holds %+v, the files %+v", got, want)
	}
	if diff := cmp.Diff(files.bases(), shared.LinkBases(t, p.Name)); diff != "" {
		t.Errorf("links by basis (-files +project):\n%s", diff)
	}
	report := realEpisodes.report
	if report.Files != 499 || report.Created != 453 || report.Revised+report.Unchanged != 46 || report.Refused+report.NotWritten > 0 {
		t.Errorf("report: %+v", harness.TotalsOf(report))
	}
	for _, e := range p.Episodes() {
		if e.Revision > files.contents[e.Key] || e.Revision < 1 {
			t.Errorf("%s has revision %d of %d contents", e.Key, e.Revision, files.contents[e.Key])
		}
	}
}

func TestImport_AgainChangesNothing(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p, _ := realProject(t)
	before, graph := p.Contents(), shared.Fingerprint(t, p.Name)
	again := p.ImportFiles(vars{"files": harness.AsInput(t, allEpisodes(t))})
	if again.Unchanged != 499 {
		t.Errorf("report: %+v", harness.TotalsOf(again))
	}
	for _, r := range again.Reports {
		if r.Status != "UNCHANGED" {
			t.Errorf("%s is %s", r.Name, r.Status)
		}
	}
	if after := p.Contents(); before != after {
		t.Errorf("totals, revisions or hashes changed from %.300s to %.300s", before, after)
	}
	if diff := cmp.Diff(graph, shared.Fingerprint(t, p.Name)); diff != "" {
		t.Errorf("the graph changed:\n%s", diff)
	}
}

// dataFolders are the folders of the episodes, older revisions first.
func dataFolders(t testing.TB) []string {
	t.Helper()
	dir := filepath.Join(enginetest.Data(t), "ai-agents")
	return []string{filepath.Join(dir, "episode-variants"), filepath.Join(dir, "episodes")}
}

// TestImport_Interrupted ends the command line half-way, once by an interrupt and once
// without a chance to clean up, and compares the graph with that of an import in one go.
func TestImport_Interrupted(t *testing.T) {
	harness.Beside(t)
	whole, files := realProject(t)
	want := shared.Fingerprint(t, whole.Name)
	c := shared.SharedCLI(t)
	for name, signal := range map[string]syscall.Signal{"interrupt": syscall.SIGINT, "kill": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			if signal == syscall.SIGINT {
				harness.EmbeddedOnly(t)
			}
			p := newProject(t)
			args := append([]string{"import", "--import-batch=20", "--project", p.Name}, dataFolders(t)...)
			importUntil(t, c, args, p, 100, 453, signal)
			if signal == syscall.SIGINT { // what follows is the same
				return
			}
			again := c.Run(t, args...)
			if again.Code != 0 {
				t.Fatalf("the second import ended with %d: %s", again.Code, again.Err)
			}
			if diff := cmp.Diff(want, shared.Fingerprint(t, p.Name)); diff != "" {
				t.Errorf("not the graph of an import in one go:\n%.3000s", diff)
			}
			got := p.Totals()
			got.References = 0
			if got != files.count() {
				t.Errorf("the project holds %+v, the files %+v", got, files.count())
			}
			harness.Eventually(t, "every episode is indexed", func() bool {
				for _, e := range p.Episodes() {
					if !e.Indexed {
						return false
					}
				}
				return true
			})
		})
	}
}

// importUntil runs an import of all episodes and ends it by a signal once the project holds least of them. An
// import that is over first starts again in the empty project: how fast the machine is decides nothing.
func importUntil(t testing.TB, c harness.CLI, args []string, p *project, least, all int, signal syscall.Signal) {
	t.Helper()
	for {
		var out bytes.Buffer
		cmd := c.Command(t.Context(), args...)
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		over := make(chan struct{})
		go func() {
			_ = cmd.Wait() // how it ended is looked at below
			close(over)
		}()
		for running := true; running && shared.CountEpisodes(t, p.Name) < least; {
			select {
			case <-over:
				running = false
			case <-time.After(5 * time.Millisecond):
			}
		}
		_ = cmd.Process.Signal(signal) // an error means that it is over
		<-over
		n := shared.CountEpisodes(t, p.Name)
		if n < all {
			if n < least || signal == syscall.SIGINT && (cmd.ProcessState.ExitCode() != 1 || !strings.Contains(out.String(), "not written")) {
				t.Fatalf("an interrupted import leaves %d episodes, ends with %d and says:\n%s", n, cmd.ProcessState.ExitCode(), out.String())
			}
			return
		}
		t.Log("the import was over before it could be interrupted")
		if err := p.Purge(p.Name); err != nil {
			t.Fatal(err)
		}
	}
}

func TestImport_SessionLogs(t *testing.T) {
	harness.EmbeddedOnly(t)
	paths := harness.RawFiles(t, "session-logs", 250)
	want := 0
	for _, path := range paths {
		want += rawDecisions(rawFile(t, path))
	}
	p := newProject(t)
	report := p.ImportFiles(vars{"format": "SESSION_LOG", "files": harness.AsInput(t, paths)})
	if report.Created != 250 || report.Refused > 0 {
		t.Errorf("report: %+v", harness.TotalsOf(report))
	}
	if got := p.Totals(); got.Decisions != want || got.Episodes != 250 || got.Links < 50 {
		t.Errorf("the project holds %+v; the logs hold %d decisions", got, want)
	}
	again := p.ImportFiles(vars{"format": "SESSION_LOG", "files": harness.AsInput(t, paths)})
	if again.Unchanged != 250 {
		t.Errorf("again: %+v", harness.TotalsOf(again))
	}
	const query = `query($project: String!, $after: String) { occurrences(project: $project, filter: {kinds: [DECISION]}, first: 100, after: $after) {
		totalCount edges { node { label ... on Decision { chosen } } } pageInfo { hasNextPage endCursor } } }`
	type decision struct{ Label, Chosen string }
	for _, d := range walk[decision](p, "occurrences", query, nil) {
		if d.Chosen == "" {
			t.Errorf("a decision without a choice: %+v", d)
		}
	}
}

// rawDecisions counts the structured decisions of a session log where the data's notes
// say they are; one that is stated twice in a log counts twice.
func rawDecisions(file map[string]any) int {
	count := func(v any) int {
		switch v := v.(type) {
		case []any:
			return len(v)
		case string, map[string]any:
			return 1
		}
		return 0
	}
	n := count(file["decisions"]) + count(file["technicalDecisions"]) + count(file["decision"])
	if outcomes, ok := file["outcomes"].(map[string]any); ok {
		n += count(outcomes["decisions"])
		if episode, ok := outcomes["episode"].(map[string]any); ok {
			n += count(episode["decisions"])
		}
	}
	for _, key := range []string{"workLog", "actions_taken", "actions"} {
		for _, entry := range anys(file[key]) {
			if entry, ok := entry.(map[string]any); ok {
				n += count(entry["decision"]) + count(entry["decisions"])
			}
		}
	}
	return n
}

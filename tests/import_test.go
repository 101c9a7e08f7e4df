package tests_test

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
)

const importMutation = `mutation($project: String!, $input: ImportEpisodesInput!) {
  importEpisodes(project: $project, input: $input) {
    job {
      state error { code message }
      report {
        dryRun complete files created revised unchanged restored refused notWritten repairs
        reports { name status episodeKey revision pendingLinks repairs { rule kind path detail } problems { path code message } }
      }
    }
  }
}`

// imported is the report of an import.
type imported struct {
	DryRun, Complete                                                           bool
	Files, Created, Revised, Unchanged, Restored, Refused, NotWritten, Repairs int
	Reports                                                                    []struct {
		Name, Status, EpisodeKey string
		Revision                 int
		PendingLinks             []string
		Repairs                  []struct{ Rule, Kind, Path, Detail string }
		Problems                 []struct{ Path, Code, Message string }
	}
}

func (p *project) importFiles(input vars) imported {
	p.t.Helper()
	job := get[struct {
		ImportEpisodes struct {
			Job struct {
				State  string
				Report imported
			}
		}
	}](p, importMutation, vars{"input": input}).ImportEpisodes.Job
	if job.State != "SUCCEEDED" {
		p.t.Fatalf("the import ended %s", job.State)
	}
	return job.Report
}

// asInput returns files as the mutation takes them.
func asInput(t testing.TB, paths []string) []vars {
	t.Helper()
	var files []vars
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, vars{"name": filepath.Base(path), "content": string(text)})
	}
	return files
}

// allEpisodes returns the older revisions and then the episodes.
func allEpisodes(t testing.TB) []string {
	t.Helper()
	return append(rawFiles(t, "episode-variants", 46), rawFiles(t, "episodes", 453)...)
}

// realEpisodes is the project of the real episodes.
var realEpisodes realImport

// realImport is the project that holds the real episodes for all tests that read them.
type realImport struct {
	once   sync.Once
	name   string
	report imported
}

// realProject returns it, imported through the mutation by the first test that asks.
func realProject(t testing.TB) (*project, raw) {
	t.Helper()
	paths := allEpisodes(t)
	s, _ := services(t)
	realEpisodes.once.Do(func() {
		p := &project{service: s, t: t, name: enginetest.Project(t)}
		shared.atEnd(func() { realEpisodes.end(s) })
		realEpisodes.name = p.name
		realEpisodes.report = p.importFiles(vars{"files": asInput(t, paths)})
	})
	return &project{service: s, t: t, name: realEpisodes.name}, readRaw(t, paths)
}

func (r *realImport) end(s *service) {
	if err := s.purge(r.name); err != nil {
		fmt.Fprintf(os.Stderr, "purge %s: %v\n", r.name, err)
	}
}

func TestImport_RealEpisodes(t *testing.T) {
	p, files := realProject(t)
	got := p.totals()
	got.References = 0
	if want := files.count(); got != want || want.Episodes != 453 {
		t.Errorf("the project holds %+v, the files %+v", got, want)
	}
	if diff := cmp.Diff(files.bases(), shared.linkBases(t, p.name)); diff != "" {
		t.Errorf("links by basis (-files +project):\n%s", diff)
	}
	report := realEpisodes.report
	if report.Files != 499 || report.Created != 453 || report.Revised+report.Unchanged != 46 || report.Refused+report.NotWritten > 0 {
		t.Errorf("report: %+v", totalsOf(report))
	}
	for _, e := range p.episodes() {
		if e.Revision > files.contents[e.Key] || e.Revision < 1 {
			t.Errorf("%s has revision %d of %d contents", e.Key, e.Revision, files.contents[e.Key])
		}
	}
}

// totalsOf leaves the files out.
func totalsOf(r imported) imported {
	r.Reports = nil
	return r
}

func TestImport_AgainChangesNothing(t *testing.T) {
	beside(t)
	p, _ := realProject(t)
	before, graph := p.contents(), shared.fingerprint(t, p.name)
	again := p.importFiles(vars{"files": asInput(t, allEpisodes(t))})
	if again.Unchanged != 499 {
		t.Errorf("report: %+v", totalsOf(again))
	}
	for _, r := range again.Reports {
		if r.Status != "UNCHANGED" {
			t.Errorf("%s is %s", r.Name, r.Status)
		}
	}
	if after := p.contents(); before != after {
		t.Errorf("totals, revisions or hashes changed from %.300s to %.300s", before, after)
	}
	if diff := cmp.Diff(graph, shared.fingerprint(t, p.name)); diff != "" {
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
	beside(t)
	whole, files := realProject(t)
	want := shared.fingerprint(t, whole.name)
	c := sharedCLI(t)
	for name, signal := range map[string]syscall.Signal{"interrupt": syscall.SIGINT, "kill": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			args := append([]string{"import", "--import-batch=20", "--project", p.name}, dataFolders(t)...)
			n := importUntil(t, c, args, p.name, 100, signal)
			if n < 100 || n >= 453 {
				t.Fatalf("interrupted with %d episodes, which is not half-way", n)
			}
			again := c.run(t, args...)
			if again.code != 0 {
				t.Fatalf("the second import ended with %d: %s", again.code, again.err)
			}
			if diff := cmp.Diff(want, shared.fingerprint(t, p.name)); diff != "" {
				t.Errorf("not the graph of an import in one go:\n%.3000s", diff)
			}
			got := p.totals()
			got.References = 0
			if got != files.count() {
				t.Errorf("the project holds %+v, the files %+v", got, files.count())
			}
			eventually(t, 30*time.Second, "every episode is indexed", func() bool {
				for _, e := range p.episodes() {
					if !e.Indexed {
						return false
					}
				}
				return true
			})
		})
	}
}

// importUntil runs an import, sends a signal once the project holds so many episodes and
// returns how many it held when the command had ended.
func importUntil(t testing.TB, c cli, args []string, project string, episodes int, signal syscall.Signal) int {
	t.Helper()
	var out bytes.Buffer
	cmd := c.command(t.Context(), args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for shared.countEpisodes(t, project) < episodes {
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatalf("the import was over before it could be interrupted: %v", err)
	}
	_ = cmd.Wait() // it was ended
	if signal == syscall.SIGINT && (cmd.ProcessState.ExitCode() != 1 || !strings.Contains(out.String(), "not written")) {
		t.Errorf("an interrupted import ends with %d and says:\n%s", cmd.ProcessState.ExitCode(), out.String())
	}
	return shared.countEpisodes(t, project)
}

func TestImport_SessionLogs(t *testing.T) {
	paths := rawFiles(t, "session-logs", 250)
	want := 0
	for _, path := range paths {
		want += rawDecisions(rawFile(t, path))
	}
	p := newProject(t)
	report := p.importFiles(vars{"format": "SESSION_LOG", "files": asInput(t, paths)})
	if report.Created != 250 || report.Refused > 0 {
		t.Errorf("report: %+v", totalsOf(report))
	}
	if got := p.totals(); got.Decisions != want || got.Episodes != 250 || got.Links != 0 {
		t.Errorf("the project holds %+v; the logs hold %d decisions", got, want)
	}
	again := p.importFiles(vars{"format": "SESSION_LOG", "files": asInput(t, paths)})
	if again.Unchanged != 250 {
		t.Errorf("again: %+v", totalsOf(again))
	}
	const query = `query($project: String!, $after: String) { occurrences(project: $project, filter: {kinds: [DECISION]}, first: 100, after: $after) {
		totalCount edges { node { label decision { chosen } } } pageInfo { hasNextPage endCursor } } }`
	type decision struct {
		Label    string
		Decision struct{ Chosen string }
	}
	for _, d := range walk[decision](p, "occurrences", query, nil) {
		if d.Decision.Chosen == "" {
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

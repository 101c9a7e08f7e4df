package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExport_Notes(t *testing.T) {
	home, dir := remembered(t), filepath.Join(t.TempDir(), "notes")
	export := func(more ...string) (int, string, string) {
		return run(t, append([]string{"export", "--project", "p", "--home", home, "--format", "markdown", "--output", dir}, more...)...)
	}
	code, out, errOut := export()
	if code != 0 || out != "2 episodes and 0 patterns of project p in "+dir+", 2 files changed\n" {
		t.Fatalf("exit code %d, %q, %q", code, out, errOut)
	}
	if diff := cmp.Diff([]string{"EPISODE-a.md", "EPISODE-b.md"}, names(t, filepath.Join(dir, "episodes"))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if _, out, _ = export(); !strings.Contains(out, " 0 files changed") {
		t.Errorf("again: %q", out)
	}
	note := filepath.Join(dir, "episodes", "EPISODE-a.md")
	edited := strings.Replace(content(t, note), "task: two", "task: three", 1)
	if err := os.WriteFile(note, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut = export()
	if code != 1 || !strings.Contains(out, note+" was edited and left as it is") || !strings.Contains(errOut, "--overwrite") || content(t, note) != edited {
		t.Errorf("edited: exit code %d, %q, %q", code, out, errOut)
	}
	code, out, errOut = run(t, "import", dir, "--format", "markdown", "--project", "p", "--home", home)
	if code != 0 || !strings.Contains(out, "2 episodes (0 created, 1 revised, 0 restored)") {
		t.Errorf("import: exit code %d, %s\n%s", code, out, errOut)
	}
	if code, _, errOut = export(); code != 0 || !strings.Contains(content(t, note), "## Context\n\nthree\n") {
		t.Errorf("imported: exit code %d, %q\n%s", code, errOut, content(t, note))
	}
	if err := os.WriteFile(note, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, _ = export(); code != 1 || content(t, note) != "mine" {
		t.Errorf("a file of somebody else: exit code %d, it holds %q", code, content(t, note))
	}
	if code, _, _ = export("--overwrite"); code != 0 || content(t, note) == "mine" {
		t.Errorf("with --overwrite: exit code %d, it holds %q", code, content(t, note))
	}
}

func TestExport_ADR038(t *testing.T) {
	home, dir := remembered(t), t.TempDir()
	code, out, errOut := run(t, "export", "--project", "p", "--home", home, "--format", "adr038", "--output", dir)
	if code != 0 || !strings.HasPrefix(out, "2 episodes of project p in ") || !strings.Contains(out, "  a: the id does not begin with episode-; the time is unknown; the outcome is unknown\n") {
		t.Fatalf("exit code %d, %q, %q", code, out, errOut)
	}
	if got := names(t, filepath.Join(dir, "causality")); len(got) != 1 || got[0] != "causal-graph.json" {
		t.Errorf("the folder of the graph holds %v", got)
	}
	code, out, errOut = run(t, "import", filepath.Join(dir, "episodes"), "--project", "p", "--home", home)
	if code != 0 || !strings.Contains(out, "2 documents: 0 taken, 0 repaired, 2 unchanged") {
		t.Errorf("import: exit code %d, %s\n%s", code, out, errOut)
	}
}

func TestExport_FolderRefuses(t *testing.T) {
	for _, c := range []struct {
		why  string
		args []string
		says string
	}{
		{"an unknown format", []string{"--format", "csv"}, "jsonl, markdown, adr038"},
		{"no folder", []string{"--format", "markdown"}, "--output"},
		{"revisions", []string{"--format", "markdown", "--output", "x", "--revisions"}, "--revisions"},
		{"overwriting lines", []string{"--output", "x", "--overwrite"}, "--overwrite"},
	} {
		if code, _, errOut := run(t, append([]string{"export", "--project", "p"}, c.args...)...); code != 2 || !strings.Contains(errOut, c.says) {
			t.Errorf("%s: exit code %d, %q", c.why, code, errOut)
		}
	}
}

func TestValidate(t *testing.T) {
	home := remembered(t)
	code, out, errOut := run(t, "validate", "--project", "p", "--home", home)
	if code != 0 || out != "episodes: 2 of 2 are valid\npatterns: 0 of 0 are valid\nlinks: 0 of 0 have both ends\n" {
		t.Errorf("exit code %d, %q, %q", code, out, errOut)
	}
	file := filepath.Join(t.TempDir(), "c.json")
	text := `{"id":"c","task":"x","events":[{"id":"e1","content":"y"}],"links":[{"source":"e1","relation":"causes","target":"outcome"},` +
		`{"source":"e1","relation":"enables","target":"away/e9"},{"source":"a/outcome","relation":"prevents","target":"e1"}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errOut := run(t, "import", file, "--project", "p", "--home", home); code != 0 {
		t.Fatalf("exit code %d, %s", code, errOut)
	}
	code, out, errOut = run(t, "validate", "--project", "p", "--home", home, "--json")
	if code != 3 || errOut != "" {
		t.Errorf("a broken link: exit code %d, %q", code, errOut)
	}
	var got any
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	whole := map[string]any{"total": 3., "valid": 3., "issues": []any{}}
	want := map[string]any{
		"project": "p", "episodes": whole, "patterns": map[string]any{"total": 0., "valid": 0., "issues": []any{}},
		"graphIntegrity": map[string]any{"totalEdges": 3., "validEdges": 2., "brokenLinks": []any{
			map[string]any{"source": "c/e1", "target": "away/e9", "type": "enables"},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if code, out, _ = run(t, "validate", "--project", "p", "--home", home); code != 3 || !strings.Contains(out, "links: 2 of 3 have both ends\n  c/e1 enables away/e9\n") {
		t.Errorf("exit code %d, %q", code, out)
	}
}

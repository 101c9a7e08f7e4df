package cli_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// remembered returns the home folder of an embedded memory with project p and two episodes, one
// of them revised.
func remembered(t *testing.T) string {
	t.Helper()
	home, files := filepath.Join(t.TempDir(), "home"), t.TempDir()
	text := `{"id":"a","task":"one"}` + "\n" + `{"id":"b","task":"<b>"}` + "\n" + `{"id":"a","task":"two"}` + "\n"
	if err := os.WriteFile(filepath.Join(files, "x.jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errOut := run(t, "import", files, "--project", "p", "--home", home, "--engines", "embedded"); code != 0 {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errOut)
	}
	return home
}

func TestExport(t *testing.T) {
	home, dir := remembered(t), t.TempDir()
	code, lines, errOut := run(t, "export", "--project", "p", "--home", home)
	if code != 0 || strings.Count(lines, "\n") != 2 || !strings.HasPrefix(lines, `{"causeway_export":1,`) || !strings.Contains(lines, `"task":"two"`) {
		t.Fatalf("exit code %d, %s\n%s", code, errOut, lines)
	}
	summary := strings.TrimSpace(errOut)
	if !strings.HasPrefix(summary, "2 episodes of project p in 2 lines, fingerprint ") {
		t.Errorf("standard error is %q", errOut)
	}
	for _, name := range []string{"x.jsonl", "x.jsonl.gz"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, _ := run(t, "export", "--project", "p", "--home", home, "--output", path)
		if got := content(t, path); code != 0 || got != lines || strings.TrimSpace(out) != summary {
			t.Errorf("%s: exit code %d, standard output %q, file %q", name, code, out, got)
		}
	}
	code, lines, errOut = run(t, "export", "--project", "p", "--home", home, "--revisions")
	if code != 0 || strings.Count(lines, "\n") != 3 || !strings.Contains(errOut, "2 episodes of project p in 3 lines") {
		t.Errorf("exit code %d, %s\n%s", code, errOut, lines)
	}
	if left := names(t, dir); len(left) != 2 {
		t.Errorf("the folder holds %v", left)
	}
}

// content returns the content of a file, decompressed.
func content(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(path) == ".gz" {
		r, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if raw, err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return string(raw)
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestExport_Refuses(t *testing.T) {
	home, dir := remembered(t), t.TempDir()
	before := filepath.Join(dir, "before.jsonl")
	if err := os.WriteFile(before, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why  string
		args []string
		code int
		says string
	}{
		{"a project is needed", nil, 2, "--project"},
		{"an unknown project", []string{"--project", "q", "--output", before}, 4, `there is no project "q"`},
		{"no such folder", []string{"--project", "p", "--output", filepath.Join(dir, "none", "x.jsonl")}, 1, "none/x.jsonl: no such file"},
		{"no file", []string{"--project", "p", "--output", os.DevNull}, 1, "not a regular file"},
		{"a folder", []string{"--project", "p", "--output", dir}, 1, "not a regular file"},
	} {
		code, out, errOut := run(t, append([]string{"export", "--home", home}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(errOut, c.says) {
			t.Errorf("%s: exit code %d, %q, %q", c.why, code, out, errOut)
		}
	}
	if got := names(t, dir); len(got) != 1 || content(t, before) != "before" {
		t.Errorf("an export that failed left %v", got)
	}
}

func TestCopy_Refuses(t *testing.T) {
	for _, c := range []struct {
		why  string
		args []string
		code int
		says string
	}{
		{"no kinds", []string{"--project", "p"}, 2, "embedded, native, docker, external"},
		{"a word that is none of the kinds", []string{"--project", "p", "--from", "embedded", "--to", "sqlite"}, 2, "--to"},
		{"to itself", []string{"--project", "p", "--from", "native", "--to", "native"}, 2, "both native"},
		{"no project", []string{"--from", "embedded", "--to", "native"}, 2, "--all-projects"},
		{"both", []string{"--project", "p", "--all-projects", "--from", "embedded", "--to", "native"}, 2, "--all-projects"},
		{"nothing to copy from", []string{"--project", "p", "--from", "embedded", "--to", "native"}, 1, "no embedded memory"},
	} {
		if code, _, errOut := run(t, append([]string{"copy"}, c.args...)...); code != c.code || !strings.Contains(errOut, c.says) {
			t.Errorf("%s: exit code %d, %q, want %q in it", c.why, code, errOut, c.says)
		}
	}
	home := remembered(t)
	for kind, says := range map[string]string{"native": "do not run", "docker": "do not run", "external": "neo4j.uri"} {
		code, _, errOut := run(t, "copy", "--project", "p", "--from", "embedded", "--to", kind, "--home", home)
		if code != 1 || !strings.Contains(errOut, "open the "+kind+" engines to copy to") || !strings.Contains(errOut, says) {
			t.Errorf("%s: exit code %d, %q", kind, code, errOut)
		}
	}
}

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/hooks"
)

// TestHooks_BehindALink installs into settings that are kept elsewhere: the link stays, and so does the other file when they are removed.
func TestHooks_BehindALink(t *testing.T) {
	dir := t.TempDir()
	kept, link := filepath.Join(dir, "kept.json"), filepath.Join(dir, "settings.json")
	const before = "{\n  \"model\": \"opus\"\n}\n"
	if err := os.WriteFile(kept, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kept, link); err != nil {
		t.Fatal(err)
	}
	for _, do := range []string{"install", "uninstall"} {
		if code, _, errOut := run(t, "hooks", do, "claude-code", "--settings", link, "--project", "ferry"); code != 0 {
			t.Fatalf("%s: %d %s", do, code, errOut)
		}
		if to, err := os.Readlink(link); err != nil || to != kept {
			t.Errorf("%s: the link leads to %q, %v", do, to, err)
		}
		text, err := os.ReadFile(kept)
		if err != nil || (do == "install") == (string(text) == before) {
			t.Errorf("%s: %s, %v", do, text, err)
		}
	}
}

// TestHooks_OfAnotherProject installs twice, the second time for another project, which takes the place of the first; then the settings are
// what they were.
func TestHooks_OfAnotherProject(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.json")
	const before = "{\n  \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]}\n}\n"
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, project := range []string{"fery", "ferry"} {
		if code, out, errOut := run(t, "hooks", "install", "claude-code", "--settings", file, "--project", project); code != 0 || strings.Contains(out, "already") {
			t.Fatalf("%s: %d %s %s", project, code, out, errOut)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), "fery") || !strings.Contains(string(text), `--project \"ferry\"`) {
		t.Errorf("%s, %v", text, err)
	}
	if _, out, _ := run(t, "hooks", "status", "claude-code", "--settings", file, "--home", t.TempDir()); !strings.Contains(out, "project    ferry\n") || strings.Contains(out, "missing") {
		t.Errorf("status: %s", out)
	}
	moved := strings.ReplaceAll(string(text), `\" hook`, `-gone\" hook`)
	if err := os.WriteFile(file, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, out, _ := run(t, "hooks", "status", "claude-code", "--settings", file, "--home", t.TempDir()); !strings.Contains(out, "missing    ") {
		t.Errorf("status without the program: %s", out)
	}
	if code, _, errOut := run(t, "hooks", "uninstall", "claude-code", "--settings", file); code != 0 {
		t.Fatalf("uninstall: %d %s", code, errOut)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != before {
		t.Errorf("left is %s, %v", text, err)
	}
}

// TestHooks_SayWhereAndWho puts the service, the token and the home folder that install is given into what the agent runs, as it runs in another
// folder; installed again without them, they go.
func TestHooks_SayWhereAndWho(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	file := filepath.Join(dir, "settings.json")
	install := func(more ...string) string {
		t.Helper()
		if code, _, errOut := run(t, append([]string{"hooks", "install", "claude-code", "--settings", file, "--project", "ferry"}, more...)...); code != 0 {
			t.Fatalf("%v: %d %s", more, code, errOut)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	text := install("--url", "https://memory.example", "--token-file", "token", "--ca-file", "/etc/ca.pem", "--home", "home")
	want := strings.ReplaceAll(` --project "ferry" --url "https://memory.example" --token-file "`+dir+`/token" --ca-file "/etc/ca.pem" --home "`+dir+`/home"`, `"`, `\"`)
	if strings.Count(text, want) != len(hooks.ClaudeCode.Events()) {
		t.Errorf("installed is %s", text)
	}
	if _, out, _ := run(t, "hooks", "status", "claude-code", "--settings", file, "--home", dir); !strings.Contains(out, `project    ferry --url "https://memory.example"`) {
		t.Errorf("status: %s", out)
	}
	if text = install(); strings.Contains(text, "--url") || !strings.Contains(text, `--project \"ferry\""`) {
		t.Errorf("installed again is %s", text)
	}
	if code, _, errOut := run(t, "hooks", "install", "claude-code", "--settings", file, "--project", "ferry", "--token-file", "$(id)"); code != 2 || !strings.Contains(errOut, "a shell would take") {
		t.Errorf("a command in a name: %d %s", code, errOut)
	}
	if code, _, errOut := run(t, "hooks", "uninstall", "claude-code", "--settings", file); code != 0 {
		t.Errorf("uninstall: %d %s", code, errOut)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestHooks_LeavesWhatItMayNotWrite changes neither settings that are read-only nor those that are no JSON; the status still tells the rest.
func TestHooks_LeavesWhatItMayNotWrite(t *testing.T) {
	for _, c := range []struct {
		why, text, said, status string
		mode                    os.FileMode
	}{
		{"read-only", "{}\n", "is read-only; nothing was changed", "installed  none", 0o400},
		{"with comments", "// mine\n{}\n", "comments are not allowed; nothing was changed", "installed  unknown: the settings are no JSON", 0o600},
		{"cut off", "{\"hooks\": ", "are no JSON", "installed  unknown: the settings are no JSON", 0o600},
	} {
		file := filepath.Join(t.TempDir(), "settings.json")
		if err := os.WriteFile(file, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if code, _, errOut := run(t, "hooks", "install", "claude-code", "--settings", file, "--project", "ferry"); code == 0 || !strings.Contains(errOut, c.said) {
			t.Errorf("%s: %d %s", c.why, code, errOut)
		}
		if code, out, errOut := run(t, "hooks", "status", "claude-code", "--settings", file, "--home", t.TempDir()); code != 0 || !strings.Contains(out, c.status) || !strings.Contains(out, "faults     0") {
			t.Errorf("%s: status %d %s %s", c.why, code, out, errOut)
		}
		if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
			t.Errorf("%s: left are %v, %v", c.why, left, err)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != c.text {
			t.Errorf("%s: it became %s, %v", c.why, text, err)
		}
	}
}

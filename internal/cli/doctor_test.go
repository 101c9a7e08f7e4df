package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestDoctor_SaysTheVersionOfSQLite(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	code, out, errOut := run(t, "doctor", "--home", home, "--engines", "embedded")
	if code != 0 || !regexp.MustCompile(`(?m)^ok +sqlite +3\.\d+\.\d+, part of this program$`).MatchString(out) {
		t.Errorf("exit code %d\n%s\n%s", code, out, errOut)
	}
}

func TestDoctor_SaysWhetherTheFileIsSound(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	if code, _, errOut := run(t, "import", filepath.Join("..", "..", "examples", "episode-2026-04-02-1.json"), "--project", "p", "--home", home, "--engines", "embedded"); code != 0 {
		t.Fatalf("import: exit code %d\n%s", code, errOut)
	}
	code, out, errOut := run(t, "doctor", "--home", home, "--engines", "embedded")
	if code != 0 || !regexp.MustCompile(`(?m)^ok +file +.+ is sound$`).MatchString(out) {
		t.Errorf("exit code %d\n%s\n%s", code, out, errOut)
	}
	path := filepath.Join(home, "causeway.db")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(text[len(text)-8192:], bytes.Repeat([]byte("x"), 4096))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, _ = run(t, "doctor", "--home", home, "--engines", "embedded")
	if code != 1 || !regexp.MustCompile(`(?m)^fail +file +.+ is damaged`).MatchString(out) {
		t.Errorf("a damaged file: exit code %d\n%s", code, out)
	}
	if code, _, errOut = run(t, "check", "--home", home, "--engines", "embedded"); code == 0 || !regexp.MustCompile(`is damaged`).MatchString(errOut) {
		t.Errorf("check of a damaged file: exit code %d\n%s", code, errOut)
	}
}

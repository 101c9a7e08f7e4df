package cli_test

import (
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

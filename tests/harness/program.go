package harness

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// NPM installs the packages of a folder as its lock file pins them. Without Node the test is
// skipped where servers may be missing too.
func NPM(t *testing.T, dir string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), enginetest.Program(t, "npm"), "ci", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", "--silent")
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm ci in %s: %v\n%s", dir, err, out)
	}
}

// InOrder wants words one after the other.
func InOrder(t *testing.T, text string, words []string) {
	t.Helper()
	rest := text
	for _, w := range words {
		_, after, found := strings.Cut(rest, w)
		if !found {
			t.Errorf("%s is not there, or not after those before it in %v:\n%.3000s", w, words, text)
			return
		}
		rest = after
	}
}

package tests_test

import (
	"context"
	"encoding/json"
	"os/exec"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// audits is how many rules of GraphQL over HTTP graphql-http 1.23.1 checks.
const audits = 61

// TestAudit runs the audit of the draft of GraphQL over HTTP, every rule of which is kept:
// what MUST, what SHOULD and what MAY be.
func TestAudit(t *testing.T) {
	beside(t)
	npm(t, "audit")
	s, _ := services(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "node", "audit.mjs", s.url+"/graphql")
	command.Dir = "audit"
	out, err := command.Output()
	if err != nil {
		var stderr []byte
		if exit, ok := err.(*exec.ExitError); ok { //nolint:errorlint // Output returns it bare
			stderr = exit.Stderr
		}
		t.Fatalf("the audit: %v\n%s%s", err, out, stderr)
	}
	var sum struct{ Audits, OK int }
	if err := json.Unmarshal(out, &sum); err != nil || sum.Audits != audits || sum.OK != audits {
		t.Errorf("%s (%v), want %d of %d", out, err, audits, audits)
	}
}

// npm installs the packages of a folder as its lock file pins them. Without Node the test is
// skipped where servers may be missing too.
func npm(t *testing.T, dir string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), enginetest.Program(t, "npm"), "ci", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", "--silent")
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm ci in %s: %v\n%s", dir, err, out)
	}
}

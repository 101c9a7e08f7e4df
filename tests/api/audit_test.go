package api_test

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// audits is how many rules of GraphQL over HTTP graphql-http 1.23.1 checks.
const audits = 61

// TestAudit runs the audit of the draft of GraphQL over HTTP, every rule of which is kept:
// what MUST, what SHOULD and what MAY be.
func TestAudit(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	dir := filepath.Join(tree.Root(), "tests", "audit")
	harness.NPM(t, dir)
	s, _ := shared.Services(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "node", "audit.mjs", s.URL+"/graphql")
	command.Dir = dir
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

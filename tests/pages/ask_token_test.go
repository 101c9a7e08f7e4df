package pages_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// TestAsk_Token asks a service that wants tokens, with one of one project.
func TestAsk_Token(t *testing.T) {
	harness.EmbeddedOnly(t)
	shared.Services(t)
	cfg := shared.Config(t)
	cfg.Auth.TokensFile = filepath.Join(t.TempDir(), auth.FileName)
	s, end, err := harness.Serve(cfg, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	mine, other := newProject(t), newProject(t)
	for _, p := range []*project{mine, other} {
		p.Record(vars{"id": "jam", "task": "marmalade"})
	}
	secret, _, err := auth.File(cfg.Auth.TokensFile).Create(auth.Grant{Name: "reader", Projects: []string{mine.Name}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := shared.SharedCLI(t)
	for _, step := range []struct {
		why, env string
		args     []string
		code     int
		says     string
	}{
		{"without a token nothing is answered", "", []string{"--project", mine.Name}, 3, "UNAUTHENTICATED"},
		{"a wrong one is refused", "cw_nobody", []string{"--project", mine.Name}, 3, "UNAUTHENTICATED"},
		{"one in the environment is sent", secret, []string{"--project", mine.Name}, 0, "jam"},
		{"one in a file is sent", "", []string{"--project", mine.Name, "--token-file", file}, 0, "jam"},
		{"another project is not there", secret, []string{"--project", other.Name}, 4, "there is no project"},
		{"the only project that the token may see is taken", secret, nil, 0, "project " + mine.Name + " (the only one)"},
	} {
		asking := harness.CLI{Binary: c.Binary, Env: append(slices.Clone(c.Env), "CAUSEWAY_TOKEN="+step.env)}
		got := asking.Run(t, append([]string{"ask", "recall", "marmalade", "--url", s.URL}, step.args...)...)
		if got.Code != step.code || !strings.Contains(got.Out+got.Err, step.says) {
			t.Errorf("%s: exit code %d, want %d and %q: %s%s", step.why, got.Code, step.code, step.says, got.Out, got.Err)
		}
		if strings.Contains(got.Out+got.Err, secret) {
			t.Errorf("%s: the token is printed", step.why)
		}
	}
}

// TestAsk_TrustedDocuments asks a service that executes trusted documents only, with the
// questions of the command line among them.
func TestAsk_TrustedDocuments(t *testing.T) {
	harness.EmbeddedOnly(t)
	shared.Services(t)
	c, p := shared.SharedCLI(t), newProject(t)
	p.Record(vars{"id": "jam", "task": "marmalade"})
	for documents, want := range map[string]int{filepath.Join(tree.Root(), "internal", "cli", "queries"): 0, t.TempDir(): 3} {
		cfg := shared.Config(t)
		cfg.GraphQL.Documents, cfg.GraphQL.DocumentsOnly = documents, true
		s, end, err := harness.Serve(cfg, false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(end)
		got := c.Run(t, "ask", "recall", "marmalade", "--url", s.URL, "--project", p.Name)
		if got.Code != want || (got.Code == 3) != strings.Contains(got.Err, "TRUSTED_DOCUMENT_REQUIRED") {
			t.Errorf("documents of %s: exit code %d, want %d: %s%s", documents, got.Code, want, got.Out, got.Err)
		}
	}
}

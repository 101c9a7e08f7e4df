package tests_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
)

// TestAsk_Token asks a service that wants tokens, with one of one project.
func TestAsk_Token(t *testing.T) {
	services(t)
	cfg := shared.config(t)
	cfg.Auth.TokensFile = filepath.Join(t.TempDir(), auth.FileName)
	s, end, err := serve(cfg, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	mine, other := newProject(t), newProject(t)
	for _, p := range []*project{mine, other} {
		p.record(vars{"id": "jam", "task": "marmalade"})
	}
	secret, _, err := auth.File(cfg.Auth.TokensFile).Create(auth.Grant{Name: "reader", Projects: []string{mine.name}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := sharedCLI(t)
	for _, step := range []struct {
		why, env string
		args     []string
		code     int
		says     string
	}{
		{"without a token nothing is answered", "", []string{"--project", mine.name}, 3, "UNAUTHENTICATED"},
		{"a wrong one is refused", "cw_nobody", []string{"--project", mine.name}, 3, "UNAUTHENTICATED"},
		{"one in the environment is sent", secret, []string{"--project", mine.name}, 0, "jam"},
		{"one in a file is sent", "", []string{"--project", mine.name, "--token-file", file}, 0, "jam"},
		{"another project is not there", secret, []string{"--project", other.name}, 3, "PROJECT_NOT_FOUND"},
		{"the only project that the token may see is taken", secret, nil, 0, "project " + mine.name + " (the only one)"},
	} {
		asking := cli{c.binary, append(append([]string{}, c.env...), "CAUSEWAY_TOKEN="+step.env)}
		got := asking.run(t, append([]string{"ask", "recall", "marmalade", "--url", s.url}, step.args...)...)
		if got.code != step.code || !strings.Contains(got.out+got.err, step.says) {
			t.Errorf("%s: exit code %d, want %d and %q: %s%s", step.why, got.code, step.code, step.says, got.out, got.err)
		}
		if strings.Contains(got.out+got.err, secret) {
			t.Errorf("%s: the token is printed", step.why)
		}
	}
}

// TestAsk_TrustedDocuments asks a service that executes trusted documents only, with the
// questions of the command line among them.
func TestAsk_TrustedDocuments(t *testing.T) {
	services(t)
	c, p := sharedCLI(t), newProject(t)
	p.record(vars{"id": "jam", "task": "marmalade"})
	for documents, want := range map[string]int{filepath.Join(root, "internal", "cli", "queries"): 0, t.TempDir(): 3} {
		cfg := shared.config(t)
		cfg.GraphQL.Documents, cfg.GraphQL.DocumentsOnly = documents, true
		s, end, err := serve(cfg, false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(end)
		got := c.run(t, "ask", "recall", "marmalade", "--url", s.url, "--project", p.name)
		if got.code != want || (got.code == 3) != strings.Contains(got.err, "TRUSTED_DOCUMENT_REQUIRED") {
			t.Errorf("documents of %s: exit code %d, want %d: %s%s", documents, got.code, want, got.out, got.err)
		}
	}
}

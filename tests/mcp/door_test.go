package mcp_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/harness"
)

// TestTokens looks through the door with tokens of other rights and other projects.
func TestTokens(t *testing.T) {
	file := auth.File(filepath.Join(t.TempDir(), auth.FileName))
	s := serve(t, func(c *config.Config) { c.Auth.TokensFile = string(file) })
	mine, other := shared.NewProject(t), shared.NewProject(t)
	for _, p := range []*harness.Project{mine, other} {
		p.Record(harness.Vars{"id": "episode-1", "task": "of " + p.Name, "outcome": "FAILURE"})
	}
	token := func(name string, write bool) string {
		made, _, err := file.Create(auth.Grant{Name: name, Projects: []string{mine.Name}, Write: write}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	reader, writer := token("reader", false), token("writer", true)

	a := overHTTP(t, s, "/mcp", writer)
	if got := call[list](a, "query_episodes", arguments{}); len(got.Items) != 1 || got.Items[0]["task"] != "of "+mine.Name {
		t.Errorf("without a project the only one that the token sees: %+v", got)
	}
	if got := call[map[string]string](a, "store_episode", arguments{"session_id": "2", "task": "t"}); got["change"] != "created" {
		t.Errorf("stored: %v", got)
	}
	a.refused("another project", "query_episodes", arguments{"project": other.Name}, "PROJECT_NOT_FOUND")
	a.refused("a write to another project", "store_episode", arguments{"project": other.Name, "session_id": "2", "task": "t"}, "NOT_FOUND")
	there := overHTTP(t, s, "/mcp/"+other.Name, writer)
	there.refused("another project in the address", "bootstrap_context", arguments{}, "PROJECT_NOT_FOUND")
	read := overHTTP(t, s, "/mcp/"+mine.Name, reader)
	read.refused("a write by a reader", "store_episode", arguments{"session_id": "3", "task": "t"}, "FORBIDDEN")

	for why, token := range map[string]string{"no token": "", "a wrong token": "cw_wrong"} {
		_, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
			&mcp.StreamableClientTransport{Endpoint: s.URL + "/mcp", HTTPClient: &http.Client{Transport: authorized{token}}, MaxRetries: -1}, nil)
		if err == nil || !strings.Contains(err.Error(), "Unauthorized") {
			t.Errorf("%s: %v", why, err)
		}
	}
}

// TestSeveralProjects asks without a project where there are several.
func TestSeveralProjects(t *testing.T) {
	p, q := shared.NewProject(t), shared.NewProject(t)
	for _, one := range []*harness.Project{p, q} {
		one.Record(harness.Vars{"id": "e", "task": "t"})
	}
	a := overHTTP(t, serve(t, nil), "/mcp", "")
	a.refused("no project", "bootstrap_context", arguments{}, "say which project", p.Name, q.Name)
}

// TestClientsAtOnce has two clients write and read at the same time.
func TestClientsAtOnce(t *testing.T) {
	s := serve(t, nil)
	p := s.Project(t)
	var all sync.WaitGroup
	for c := range 2 {
		a := overHTTP(t, s, "/mcp/"+p.Name, "")
		all.Go(func() {
			for i := range 8 {
				in := arguments{"session_id": fmt.Sprintf("%d-%d", c, i), "task": "count"}
				if r, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: "store_episode", Arguments: in}); err != nil || r.IsError {
					t.Errorf("client %d: %v %v", c, r, err)
				}
			}
		})
	}
	all.Wait()
	if got := call[list](overHTTP(t, s, "/mcp/"+p.Name, ""), "query_episodes", arguments{"limit": 100}); len(got.Items) != 16 {
		t.Errorf("%d episodes of 16", len(got.Items))
	}
}

// TestCancelled cancels a call before it is answered; the session goes on.
func TestCancelled(t *testing.T) {
	s := serve(t, nil)
	a := overHTTP(t, s, "/mcp/"+s.Project(t).Name, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.CallTool(ctx, &mcp.CallToolParams{Name: "query_episodes"}); err == nil {
		t.Error("a canceled call was answered")
	}
	call[map[string]string](a, "store_episode", arguments{"session_id": "after", "task": "t"})
}

// TestRequests sends what no client sends.
func TestRequests(t *testing.T) {
	s := serve(t, func(c *config.Config) { c.HTTP.BodyBytes, c.GraphQL.DocumentsOnly = 10_000, true })
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for why, c := range map[string]struct {
		body   string
		header map[string]string
		status int
	}{
		"a request without a session":  {list, nil, http.StatusOK},
		"a page of another origin":     {list, map[string]string{"Origin": "https://evil.example"}, http.StatusForbidden},
		"a body that is too large":     {strings.Repeat(" ", 10_001), nil, http.StatusRequestEntityTooLarge},
		"a body that is not JSON":      {"{", nil, http.StatusBadRequest},
		"a method that does not exist": {`{"jsonrpc":"2.0","id":1,"method":"tools/none"}`, nil, http.StatusBadRequest},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/mcp", bytes.NewBufferString(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		for name, value := range c.header {
			r.Header.Set(name, value)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = got.Body.Close()
		if got.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", why, got.StatusCode, c.status)
		}
	}
	p := shared.NewProject(t)
	a := overHTTP(t, s, "/mcp/"+p.Name, "")
	call[map[string]string](a, "store_episode", arguments{"session_id": "trusted", "task": "the tools' own documents are trusted"})
}

// TestCommand speaks with the command over its standard input and output: it starts the service
// where none runs.
func TestCommand(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	c := shared.CLI(t, home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_ENGINES=embedded")
	t.Cleanup(func() {
		if err := engine.Down(context.WithoutCancel(t.Context()), home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	command := func(args ...string) *agent {
		cmd := c.Command(context.WithoutCancel(t.Context()), append([]string{"mcp"}, args...)...)
		cmd.Stderr = os.Stderr
		return connect(t, &mcp.CommandTransport{Command: cmd})
	}
	a := command("--project", "mine")
	if len(a.answers) != 8 {
		t.Errorf("%d tools by default", len(a.answers))
	}
	call[map[string]string](a, "store_episode", rollout(1, time.Now().UTC()))
	b := command("--mcp-tools=all")
	if len(b.answers) != 14 {
		t.Errorf("%d tools in all", len(b.answers))
	}
	told := call[map[string]string](b, "bootstrap_context", arguments{})
	if !strings.Contains(told["text"], "Failed [episode-s01]") {
		t.Errorf("the second client, with the only project: %v", told)
	}
	prompt, err := b.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "plan-with-memory", Arguments: map[string]string{"task": "deploy"}})
	if err != nil || len(prompt.Messages) != 1 {
		t.Errorf("prompt: %+v %v", prompt, err)
	}
}

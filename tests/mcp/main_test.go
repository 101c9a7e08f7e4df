package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/causeway-memory/causeway/tests/harness"
)

// shared holds the services that the tests of this package share.
var shared = harness.NewHouse()

func TestMain(m *testing.M) { shared.Main(m) }

// agent is a client of the memory.
type agent struct {
	*mcp.ClientSession
	t *testing.T
	// answers are the compiled schemas of the tools' answers.
	answers map[string]*jsonschema.Schema
}

// connect returns a client over a transport that has read the tools.
func connect(t *testing.T, transport mcp.Transport) *agent {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	a := &agent{session, t, map[string]*jsonschema.Schema{}}
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(tool.Name, tool.OutputSchema); err != nil {
			t.Fatal(err)
		}
		if a.answers[tool.Name], err = compiler.Compile(tool.Name); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// overHTTP returns a client of a service, with a token unless it is empty.
func overHTTP(t *testing.T, s *harness.Service, path, token string) *agent {
	t.Helper()
	client := &http.Client{Transport: authorized{token}}
	return connect(t, &mcp.StreamableClientTransport{Endpoint: s.URL + path, HTTPClient: client, MaxRetries: -1})
}

// authorized adds a token to requests.
type authorized struct{ token string }

func (a authorized) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

type arguments = map[string]any

// call calls a tool, checks the answer against its schema and decodes it.
func call[Out any](a *agent, tool string, in arguments) Out {
	a.t.Helper()
	var out Out
	result := a.result(tool, in)
	if result.IsError {
		a.t.Fatalf("%s %v: %s", tool, in, text(result))
	}
	if err := a.answers[tool].Validate(result.StructuredContent); err != nil {
		a.t.Errorf("%s answers against its schema: %v", tool, err)
	}
	var same any
	if err := json.Unmarshal([]byte(text(result)), &same); err != nil {
		a.t.Errorf("%s: the text is not the JSON of the answer: %v", tool, err)
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		a.t.Fatal(err)
	}
	return out
}

// refused calls a tool that has to refuse, and looks for words in its error.
func (a *agent) refused(why, tool string, in arguments, words ...string) {
	a.t.Helper()
	result := a.result(tool, in)
	if !result.IsError {
		a.t.Errorf("%s: no error but %s", why, text(result))
	}
	for _, w := range words {
		if !strings.Contains(text(result), w) {
			a.t.Errorf("%s: no %q in %s", why, w, text(result))
		}
	}
}

func (a *agent) result(tool string, in arguments) *mcp.CallToolResult {
	a.t.Helper()
	result, err := a.CallTool(context.WithoutCancel(a.t.Context()), &mcp.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		a.t.Fatalf("%s %v: %v", tool, in, err)
	}
	return result
}

func text(r *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

package mcpserver_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/causeway-memory/causeway/internal/mcpserver"
	"github.com/causeway-memory/causeway/internal/tokens"
)

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		mcpserver.New(nil, mcpserver.Options{Scoped: true})
	}
}

// session returns a client of a server over memory.
func session(t *testing.T, post mcpserver.Post, o mcpserver.Options) *mcp.ClientSession {
	t.Helper()
	o.Tokens = tokens.New()
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := mcpserver.New(post, o).Connect(t.Context(), ours, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// The descriptions and schemas of the tools are part of every prompt: they stay small.
func TestTools_tokens(t *testing.T) {
	for _, c := range []struct {
		o     mcpserver.Options
		tools int
		most  int
	}{{mcpserver.Options{Scoped: true}, 8, 2000}, {mcpserver.Options{All: true}, 14, 2500}} {
		found, err := session(t, func(context.Context, []byte) ([]byte, error) { return nil, nil }, c.o).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(found.Tools)
		if err != nil {
			t.Fatal(err)
		}
		n, err := tokens.New().CountTokens(string(text))
		if err != nil || len(found.Tools) != c.tools || n > c.most {
			t.Errorf("%d tools in %d tokens (%v), want %d in at most %d", len(found.Tools), n, err, c.tools, c.most)
		}
		for _, tool := range found.Tools {
			text, _ := json.Marshal(tool)
			n, _ := tokens.New().CountTokens(string(text))
			t.Log(tool.Name, n)
		}
	}
}

package mcpserver_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/causeway-memory/causeway/internal/mcpserver"
)

// TestContext_timeZone sends the zone that a call names, else that of the server, else none.
func TestContext_timeZone(t *testing.T) {
	for _, c := range []struct{ server, call, want string }{
		{"Europe/Berlin", "Asia/Tokyo", "Asia/Tokyo"}, {"Europe/Berlin", "", "Europe/Berlin"}, {"", "", ""},
	} {
		var sent struct{ Variables map[string]any }
		post := func(_ context.Context, body []byte) ([]byte, error) {
			return []byte(`{"data":{"contextFor":{"text":"x","note":""}}}`), json.Unmarshal(body, &sent)
		}
		s := session(t, post, mcpserver.Options{TimeZone: c.server})
		in := map[string]any{"project": "p", "task": "what failed yesterday"}
		if c.call != "" {
			in["time_zone"] = c.call
		}
		got, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_context_for_task", Arguments: in})
		if err != nil || got.IsError {
			t.Fatalf("%+v: %+v, %v", c, got, err)
		}
		zone, named := sent.Variables["timeZone"]
		if named != (c.want != "") || named && zone != c.want {
			t.Errorf("%+v: the zone sent is %v", c, zone)
		}
	}
}

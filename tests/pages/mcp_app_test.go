package pages_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestMCPApp shows the page of paths in a scripted host: what get_causal_path answers is drawn with its evidence,
// and no text of a memory becomes more than text.
func TestMCPApp(t *testing.T) {
	harness.EmbeddedOnly(t)
	findChromium(t)
	s := newReader(t, false).service(t)
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: s.URL + "/mcp/demo", HTTPClient: http.DefaultClient, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	path := func(from, to string) *mcp.CallToolResult {
		got, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_causal_path", Arguments: vars{"from_pattern": from, "to_pattern": to}})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	html, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "ui://causeway/path"})
	if err != nil {
		t.Fatal(err)
	}
	const evil = `<img src=x onerror=alert(1)></div><script>alert(2)</script>`
	hostile := vars{"structuredContent": vars{"found": true, "over": "factors", "depth": 1, "path": []vars{
		{"id": evil, "label": evil, "type": evil}, {"id": "b", "label": "b", "type": "factor", "by": evil, "evidence": evil},
	}}}
	seen := chromium[struct {
		Seen []struct {
			Told, Theme  string
			Nodes, Links []string
			Scripts      int
		}
		Heard, Problems, Outside []string
	}](t, "mcp_app.mjs", vars{"html": html.Contents[0].Text, "results": []any{
		path("episode-2026-03-02-1/d002", "episode-2026-04-02-1/outcome"), path("no such thing", "episode-2026-04-02-1/outcome"),
		path("", ""), hostile,
		vars{"content": []vars{{"type": "text", "text": `{"found": true, "over": "patterns", "depth": 0, "path": [{"id": "p", "label": "only text", "type": "pattern"}]}`}}},
	}})
	if len(seen.Problems)+len(seen.Outside) > 0 {
		t.Errorf("problems %q, asked of others %q", seen.Problems, seen.Outside)
	}
	for _, method := range []string{"ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed"} {
		if !slices.Contains(seen.Heard, method) {
			t.Errorf("the host did not hear %s but %q", method, seen.Heard)
		}
	}
	found := seen.Seen[0]
	if len(found.Nodes) < 3 || len(found.Links) != len(found.Nodes)-1 || found.Theme != "dark" || !strings.Contains(found.Told, "leads to") {
		t.Errorf("a path is drawn as %+v", found)
	}
	for i, link := range found.Links {
		if !strings.Contains(link, "(") || !strings.Contains(link, "episode-2026-") {
			t.Errorf("link %d has no basis or evidence: %q", i, link)
		}
	}
	if none := seen.Seen[1]; len(none.Nodes) > 0 || !strings.HasPrefix(none.Told, "No path") {
		t.Errorf("no path is drawn as %+v", none)
	}
	if wrong := seen.Seen[2]; len(wrong.Nodes) > 0 || wrong.Told == "" {
		t.Errorf("an error is drawn as %+v", wrong)
	}
	if odd := seen.Seen[3]; odd.Scripts != 1 || len(odd.Nodes) != 2 || !strings.HasPrefix(odd.Nodes[0], evil) || !strings.HasPrefix(odd.Links[0], evil) {
		t.Errorf("a hostile text is drawn as %+v", odd)
	}
	if plain := seen.Seen[4]; len(plain.Nodes) != 1 || !strings.HasPrefix(plain.Nodes[0], "only text") {
		t.Errorf("an answer as text alone is drawn as %+v", plain)
	}
}

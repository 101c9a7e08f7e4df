package api_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/tests/harness"
)

// TestHTTP_Settings sees that the settings about HTTP reach the service.
func TestHTTP_Settings(t *testing.T) {
	harness.EmbeddedOnly(t)
	documents := t.TempDir()
	if err := os.WriteFile(filepath.Join(documents, "all.graphql"), []byte("{ projects { name } }"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := limited(t, func(cfg *config.Config) {
		cfg.HTTP.Origins = "https://tools.example, http://memory.example:8484"
		cfg.GraphQL.Documents, cfg.GraphQL.DocumentsOnly = documents, true
	})
	for why, c := range map[string]struct {
		origin, body string
		status       int
		holds        string
	}{
		"a trusted document of a listed page": {"https://tools.example", `{"documentId":"all"}`, 200, `"data"`},
		"the other listed page":               {"http://memory.example:8484", `{"documentId":"all"}`, 200, `"data"`},
		"a page that is not listed":           {"https://elsewhere.example", `{"documentId":"all"}`, 403, "ORIGIN_REFUSED"},
		"another text":                        {"", `{"query":"{ __typename }"}`, 200, "TRUSTED_DOCUMENT_REQUIRED"},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/graphql", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		if c.origin != "" {
			request.Header.Set("Origin", c.origin)
		}
		response, err := s.HTTP.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body := make([]byte, 1000)
		n, _ := response.Body.Read(body)
		response.Body.Close()
		if response.StatusCode != c.status || !strings.Contains(string(body[:n]), c.holds) {
			t.Errorf("%s: %s %s, want %d and %s", why, response.Status, body[:n], c.status, c.holds)
		}
	}
	cfg := shared.Config(t)
	cfg.GraphQL.Documents = filepath.Join(documents, "nothing")
	if _, _, err := harness.Serve(cfg, false); err == nil || !strings.Contains(err.Error(), "graphql.documents") {
		t.Errorf("documents that are not there: %v", err)
	}
}

package httpapi_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/causeway-memory/causeway/graph/agents"
)

// TestGuide reads what agents are told, which needs no token.
func TestGuide(t *testing.T) {
	d := open(t, nil)
	for path, want := range map[string]struct{ kind, text string }{
		"/llms.txt":        {"text/markdown; charset=utf-8", agents.Guide()},
		"/agents.graphqls": {"text/plain; charset=utf-8", agents.Schema()},
	} {
		response, err := http.Get(d.url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != want.kind || string(body) != want.text {
			t.Errorf("%s: %d %s, %v\n%.200s", path, response.StatusCode, response.Header.Get("Content-Type"), err, body)
		}
	}
}

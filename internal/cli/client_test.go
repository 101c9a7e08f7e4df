package cli

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// serving starts a service that gives the same answer to every request and remembers the last
// one.
func serving(t *testing.T, status int, answer string) (url string, asked func() (r *http.Request, body map[string]any)) {
	t.Helper()
	var request *http.Request
	var body map[string]any
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, body = r, nil
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Errorf("the request is no JSON: %v", err)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer)) // the client may be gone
	}))
	t.Cleanup(server.Close)
	return server.URL, func() (*http.Request, map[string]any) { return request, body }
}

func TestClient_AsksAsTheProtocolSays(t *testing.T) {
	url, asked := serving(t, http.StatusOK, `{"data":{"episode":{"key":"retry"}}}`)
	var a answer
	if err := newClient(url, "").ask(t.Context(), "query Q { x }", map[string]any{"project": "demo"}, &a); err != nil {
		t.Fatal(err)
	}
	r, body := asked()
	if r.Method != http.MethodPost || r.URL.Path != "/graphql" || r.Header.Get("Content-Type") != "application/json" {
		t.Errorf("asked %s %s of type %q", r.Method, r.URL.Path, r.Header.Get("Content-Type"))
	}
	want := map[string]any{"query": "query Q { x }", "variables": map[string]any{"project": "demo"}}
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if a.Episode == nil || a.Episode.Key != "retry" {
		t.Errorf("the data is read as %+v", a.Episode)
	}
}

func TestClient_TellsWhatWentWrong(t *testing.T) {
	cases := map[string]struct {
		why    string
		status int
		answer string
		want   []string
	}{
		"errors":      {"all of them are told", 200, `{"errors":[{"message":"no project"},{"message":"too deep"}]}`, []string{"no project\ntoo deep"}},
		"half":        {"data beside errors is no success", 200, `{"data":{"episode":{"key":"x"}},"errors":[{"message":"late"}]}`, []string{"late"}},
		"no JSON":     {"something else answers there", 502, `<html>`, []string{"502 Bad Gateway", "/graphql"}},
		"no answer":   {"an empty body is no success", 200, ``, []string{"200 OK"}},
		"other shape": {"a field of another type is no success", 200, `{"data":{"episode":7}}`, []string{"read the answer"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			url, _ := serving(t, c.status, c.answer)
			err := newClient(url, "").ask(t.Context(), "{ x }", nil, &answer{})
			if err == nil {
				t.Fatalf("%s: no error", c.why)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v does not tell %q", c.why, err, want)
				}
			}
		})
	}
}

func TestClient_NobodyListens(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	url := server.URL
	server.Close()
	if err := newClient(url, "").ask(t.Context(), "{ x }", nil, &answer{}); err == nil || !strings.Contains(err.Error(), url) {
		t.Errorf("the error does not say who was asked: %v", err)
	}
}

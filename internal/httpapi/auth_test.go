package httpapi_test

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/httpapi"
)

// tokens is a token file with its Keeper.
type tokens struct {
	file auth.File
	*auth.Keeper
}

// everybody authenticates every request as the same principal; nil as nobody.
type everybody struct{ as *auth.Principal }

func (everybody) Needed() bool { return true }

func (e everybody) Authenticate(string) (auth.Principal, error) {
	if e.as == nil {
		return auth.Principal{}, auth.ErrUnauthenticated
	}
	return *e.as, nil
}

func (everybody) Valid(auth.Principal) bool { return true }

func newTokens(t *testing.T) tokens {
	t.Helper()
	file := auth.File(filepath.Join(t.TempDir(), auth.FileName))
	k, err := auth.Open(file, false, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return tokens{file, k}
}

func (k tokens) create(t *testing.T, g auth.Grant) string {
	t.Helper()
	secret, _, err := k.file.Create(g, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func (d door) with(method, path, authorization, body string) answer {
	d.t.Helper()
	r, err := http.NewRequest(method, d.url+path, strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	return d.do(r)
}

// guard returns a door with tokens whose engines are not ready.
func guard(t *testing.T) (door, tokens) {
	t.Helper()
	k := newTokens(t)
	return open(t, func(o *httpapi.Options) {
		o.Auth = k
		o.Page = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("page")) })
		o.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("numbers")) })
		o.Ready = func(context.Context) httpapi.Readiness {
			backlog := 3
			return httpapi.Readiness{Backlog: &backlog, Checks: []httpapi.Check{{Name: "neo4j", Reason: "refused at 10.0.0.7:7687"}}}
		}
	}), k
}

func TestAuth_Paths(t *testing.T) {
	d, k := guard(t)
	some := "Bearer " + k.create(t, auth.Grant{Name: "some", Projects: []string{"demo"}, Write: true})
	all := "Bearer " + k.create(t, auth.Grant{Name: "all", All: true})
	const query = `{"query":"{ __typename }"}`
	tests := []struct {
		why, method, path, authorization, body string
		status                                 int
		has, hasNot                            string
	}{
		{"a question without a token", "POST", "/graphql", "", query, 401, "UNAUTHENTICATED", "__typename"},
		{"one by GET too", "GET", "/graphql?query=%7B__typename%7D", "", "", 401, "UNAUTHENTICATED", "__typename"},
		{"a body that is nothing is not looked at", "POST", "/graphql", "", "{", 401, "UNAUTHENTICATED", "JSON"},
		{"a wrong token", "POST", "/graphql", "Bearer cw_a_b", query, 401, "UNAUTHENTICATED", "cw_a_b"},
		{"any token may ask", "POST", "/graphql", some, query, 200, `"__typename":"Query"`, "errors"},
		{"the process lives", "GET", "/healthz", "", "", 200, "ok", ""},
		{"whoever restarts containers learns what is ready", "GET", "/readyz", "", "", 503, `"ready":false`, "10.0.0.7"},
		{"but no counts", "GET", "/readyz", "", "", 503, `"backlog":null`, "3"},
		{"nor does a token of some projects give the counts of all", "GET", "/readyz", some, "", 503, `"backlog":null`, "10.0.0.7"},
		{"a token of all does", "GET", "/readyz", all, "", 503, `"backlog":3`, ""},
		{"numbers without a token", "GET", "/metrics", "", "", 401, "UNAUTHENTICATED", "numbers"},
		{"numbers tell what others do", "GET", "/metrics", some, "", 403, "FORBIDDEN", "numbers"},
		{"who sees all may count", "GET", "/metrics", all, "", 200, "numbers", ""},
		{"the page holds nothing", "GET", "/graphiql/", "", "", 200, "page", ""},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := d.with(tt.method, tt.path, tt.authorization, tt.body)
			if got.Status != tt.status || !strings.Contains(got.Body, tt.has) || tt.hasNot != "" && strings.Contains(got.Body, tt.hasNot) {
				t.Errorf("%d %s, want %d with %q and without %q", got.Status, got.Body, tt.status, tt.has, tt.hasNot)
			}
			if challenge := got.Header.Get("WWW-Authenticate"); (challenge == `Bearer realm="causeway"`) != (tt.status == 401) {
				t.Errorf("WWW-Authenticate is %q", challenge)
			}
		})
	}
	if logged := d.logs.String(); strings.Contains(logged, "cw_") {
		t.Errorf("the log holds a token: %s", logged)
	}
}

func TestAuth_BeginsWithTheFirstToken(t *testing.T) {
	d, k := guard(t)
	const query = `{"query":"{ __typename }"}`
	if got := d.with("POST", "/graphql", "", query); got.Status != 200 {
		t.Errorf("before there is a token: %d %s", got.Status, got.Body)
	}
	if got := d.with("GET", "/metrics", "", ""); got.Status != 200 {
		t.Errorf("the numbers before there is a token: %d", got.Status)
	}
	secret := k.create(t, auth.Grant{Name: "first", All: true})
	if got := d.with("POST", "/graphql", "", query); got.Status != 401 {
		t.Errorf("after it: %d %s", got.Status, got.Body)
	}
	if got := d.with("POST", "/graphql", "Bearer "+secret, query); got.Status != 200 {
		t.Errorf("with it: %d %s", got.Status, got.Body)
	}
	if _, err := k.file.Revoke("first"); err != nil {
		t.Fatal(err)
	}
	if got := d.with("POST", "/graphql", "Bearer "+secret, query); got.Status != 401 {
		t.Errorf("revoked: %d %s", got.Status, got.Body)
	}
}

// TestAuth_SocketHeaderIsNoWayIn checks that the exception for WebSockets, which send their token
// later, admits nothing else.
func TestAuth_SocketHeaderIsNoWayIn(t *testing.T) {
	d, k := guard(t)
	k.create(t, auth.Grant{Name: "x", All: true})
	for _, method := range []string{"GET", "POST"} {
		r, err := http.NewRequest(method, d.url+"/graphql?query=%7B__typename%7D", strings.NewReader(`{"query":"{ __typename }"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Upgrade", "websocket")
		if got := d.do(r); strings.Contains(got.Body, `"Query"`) {
			t.Errorf("%s with the header of a web socket: %d %s", method, got.Status, got.Body)
		}
	}
}

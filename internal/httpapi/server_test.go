package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/graph/resolvers"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/memory"
)

// door is a running handler without engines: whatever reaches a store panics, so the tests of
// limits know that nothing did.
type door struct {
	t    *testing.T
	url  string
	logs *logs
}

// logs collects the log.
type logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logs) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func open(t *testing.T, edit func(*httpapi.Options)) door {
	t.Helper()
	l := &logs{}
	o := httpapi.Options{
		Root:   resolvers.New(resolvers.Services{Episodes: memory.NewEpisodes(memory.EpisodeParts{Store: nil, Index: nil}, time.Now)}),
		Limits: httpapi.DefaultLimits(),
		Ready: func(context.Context) httpapi.Readiness {
			return httpapi.Readiness{Ready: true, Checks: []httpapi.Check{{Name: "neo4j", Ready: true}}}
		},
		Log: slog.New(slog.NewTextHandler(l, nil)),
	}
	if edit != nil {
		edit(&o)
	}
	server := httptest.NewServer(httpapi.New(o))
	t.Cleanup(server.Close)
	return door{t: t, url: server.URL, logs: l}
}

// shown is an error as a client sees it.
type shown struct {
	Message    string
	Path       []any
	Extensions struct{ Code, RequestID, Field, Hint string }
}

// answer is an answer of the GraphQL endpoint.
type answer struct {
	Status int
	Header http.Header
	Body   string
	Data   map[string]any
	Errors []shown
}

func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	return a.Errors[0].Extensions.Code
}

func (d door) send(method, path, contentType, body string) answer {
	d.t.Helper()
	r, err := http.NewRequest(method, d.url+path, strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	return d.do(r)
}

func (d door) do(r *http.Request) answer {
	d.t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	a := answer{Status: response.StatusCode, Header: response.Header, Body: string(body)}
	_ = json.Unmarshal(body, &a)
	return a
}

func (d door) ask(query string, variables map[string]any) answer {
	d.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		d.t.Fatal(err)
	}
	return d.send("POST", "/graphql", "application/json", string(body))
}

func TestServer_Health(t *testing.T) {
	down := func(o *httpapi.Options) {
		o.Ready = func(context.Context) httpapi.Readiness {
			backlog, failing := 3, 1
			return httpapi.Readiness{Backlog: &backlog, Failing: &failing, Checks: []httpapi.Check{
				{Name: "neo4j", Ready: true}, {Name: "weaviate", Reason: "connection refused at 127.0.0.1:8080"},
			}}
		}
	}
	tests := []struct {
		why    string
		edit   func(*httpapi.Options)
		path   string
		status int
		body   string
	}{
		{"the process answers even when nothing else does", down, "/healthz", 200, "ok\n"},
		{"a ready server says so", nil, "/readyz", 200, `{"ready":true,"checks":[{"name":"neo4j","ready":true}],"backlog":null,"failing":null,"unembedded":null,"waiting":null,"failed":null}` + "\n"},
		{
			"one that is not gives the reason", down, "/readyz", 503,
			`{"ready":false,"checks":[{"name":"neo4j","ready":true},{"name":"weaviate","ready":false,"reason":"connection refused at 127.0.0.1:8080"}],"backlog":3,"failing":1,"unembedded":null,"waiting":null,"failed":null}` + "\n",
		},
		{"without metrics there is no page of them", nil, "/metrics", 404, "404 page not found\n"},
		{"without a page there is none", nil, "/graphiql/", 404, "404 page not found\n"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := open(t, tt.edit).send("GET", tt.path, "", "")
			if got.Status != tt.status || got.Body != tt.body {
				t.Errorf("GET %s = %d %q, want %d %q", tt.path, got.Status, got.Body, tt.status, tt.body)
			}
		})
	}
}

// TestServer_LooksOnceForMany requests the readiness often.
func TestServer_LooksOnceForMany(t *testing.T) {
	var looks, ended atomic.Int32
	d := open(t, func(o *httpapi.Options) {
		o.Ready = func(ctx context.Context) httpapi.Readiness {
			n := int(looks.Add(1))
			time.Sleep(200 * time.Millisecond)
			if ctx.Err() != nil {
				ended.Add(1)
			}
			return httpapi.Readiness{Ready: true, Backlog: &n}
		}
	})
	impatient := http.Client{Timeout: 50 * time.Millisecond}
	if response, err := impatient.Get(d.url + "/readyz"); err == nil {
		response.Body.Close()
		t.Error("the first one waits no longer than it wants")
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if got := d.send("GET", "/readyz", "", ""); got.Status != 200 || !strings.Contains(got.Body, `"backlog":1,`) {
				t.Errorf("%d %s", got.Status, got.Body)
			}
		})
	}
	wg.Wait()
	if looks.Load() != 1 || ended.Load() != 0 {
		t.Errorf("%d looks, of which %d ended with a request", looks.Load(), ended.Load())
	}
	time.Sleep(1100 * time.Millisecond)
	if got := d.send("GET", "/readyz", "", ""); !strings.Contains(got.Body, `"backlog":2,`) {
		t.Errorf("a second later: %s", got.Body)
	}
}

func TestServer_ServesMetricsAndPage(t *testing.T) {
	d := open(t, func(o *httpapi.Options) {
		o.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "numbers") })
		o.Page = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "page "+r.URL.Path) })
		desk := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "desk "+r.URL.Path) })
		o.Desk = map[string]http.Handler{"/{$}": desk, "/episodes": desk, "/explore": desk}
	})
	if got := d.send("GET", "/metrics", "", ""); got.Body != "numbers" {
		t.Errorf("GET /metrics = %q", got.Body)
	}
	if got := d.send("GET", "/graphiql/page.js", "", ""); got.Body != "page /page.js" {
		t.Errorf("GET /graphiql/page.js = %q, want the page to see paths below its own root", got.Body)
	}
	for _, path := range []string{"/", "/episodes", "/explore"} {
		if got := d.send("GET", path, "", ""); got.Body != "desk "+path {
			t.Errorf("GET %s = %q, want the workspace", path, got.Body)
		}
	}
	if got := d.send("GET", "/nowhere", "", ""); got.Status != http.StatusNotFound {
		t.Errorf("GET /nowhere = %d", got.Status)
	}
}

func TestServer_RequestID(t *testing.T) {
	tests := []struct {
		why, given string
		kept       bool
	}{
		{"a word is taken over", "deploy-42.a_b", true},
		{"the longest word is taken over", strings.Repeat("x", 128), true},
		{"a longer one could fill the log", strings.Repeat("x", 129), false},
		{"a quote could break a log line", `a"b`, false},
		{"a space could look like two fields", "a b", false},
		{"without one, one is made", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			d := open(t, nil)
			r, err := http.NewRequest("POST", d.url+"/graphql", strings.NewReader(`{"query":"{ nothing }"}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header["X-Request-Id"] = []string{tt.given}
			got := d.do(r)
			id := got.Header.Get("X-Request-Id")
			if id == "" || (id == tt.given) != tt.kept {
				t.Errorf("given %q, the request is called %q", tt.given, id)
			}
			if got.Errors[0].Extensions.RequestID != id {
				t.Errorf("the error says %q, the header %q", got.Errors[0].Extensions.RequestID, id)
			}
			if !strings.Contains(d.logs.String(), "request_id="+id) {
				t.Errorf("the log does not have %q:\n%s", id, d.logs)
			}
		})
	}
}

func TestServer_LetsNoOtherOriginIn(t *testing.T) {
	d := open(t, nil)
	r, err := http.NewRequest("OPTIONS", d.url+"/graphql", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", "https://elsewhere.example")
	r.Header.Set("Access-Control-Request-Method", "POST")
	got := d.do(r)
	for name := range got.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("a preflight is answered with %s: %s", name, got.Header.Get(name))
		}
	}
	for _, contentType := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
		if got := d.send("POST", "/graphql", contentType, `{"query":"{ __typename }"}`); got.Data != nil {
			t.Errorf("a %s request, which needs no preflight, is executed", contentType)
		}
	}
	if got := d.send("GET", `/graphql?query=mutation+{+purgeProject(project:"a",confirm:"a"){removedId}+}`, "", ""); got.Data != nil || got.Status < 400 {
		t.Errorf("a mutation by GET is answered with %d %s", got.Status, got.Body)
	}
}

func TestServe_FinishesWhatIsUnderWay(t *testing.T) {
	listener, err := newListener()
	if err != nil {
		t.Fatal(err)
	}
	began, release := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(began)
		<-release
		_, _ = io.WriteString(w, "finished")
	})
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- httpapi.Serve(ctx, listener, h, 10*time.Second) }()
	got := make(chan string, 1)
	go func() {
		response, err := http.Get("http://" + listener.Addr().String())
		if err != nil {
			got <- err.Error()
			return
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		got <- string(body)
	}()
	<-began
	stop()
	select {
	case err := <-served:
		t.Fatalf("the server ended before the request did: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(release)
	if body := <-got; body != "finished" {
		t.Errorf("the request under way got %q", body)
	}
	if err := <-served; err != nil {
		t.Errorf("an orderly end returned %v", err)
	}
}

func TestServe_GivesUpAfterTheGrace(t *testing.T) {
	listener, err := newListener()
	if err != nil {
		t.Fatal(err)
	}
	began, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(began); <-release })
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- httpapi.Serve(ctx, listener, h, 20*time.Millisecond) }()
	go func() {
		if response, err := http.Get("http://" + listener.Addr().String()); err == nil {
			response.Body.Close()
		}
	}()
	<-began
	stop()
	if err := <-served; err == nil || !strings.Contains(err.Error(), "finish the requests under way") {
		t.Errorf("Serve returned %v, want what it could not wait for", err)
	}
}

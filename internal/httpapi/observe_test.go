package httpapi_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/httpapi"
)

// recorder remembers what it observes.
type recorder struct {
	mu                 sync.Mutex
	operations, fields []string
	costs              []int
	requests           []httpapi.Request
	open               int
}

func (r *recorder) ObserveOperation(o httpapi.Operation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if o.Took >= 0 {
		r.operations = append(r.operations, o.Type+" "+o.Code)
		r.costs = append(r.costs, o.Cost)
	}
}

func (r *recorder) BeginRequest() func(httpapi.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open++
	return func(q httpapi.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.open--
		r.requests = append(r.requests, q)
	}
}

func (r *recorder) ObserveField(field string, _ time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fields = append(r.fields, field)
}

func TestRecorder_IsToldOfEveryOperation(t *testing.T) {
	r := &recorder{}
	d := open(t, func(o *httpapi.Options) { o.Recorder = r })
	d.ask(`query MyOwnName { __typename }`, nil)
	d.ask(`{ episodes(project: "p", first: 0) { totalCount } a: projects { name } }`, nil)
	d.ask(`mutation { purgeProject(project: "p", confirm: "q") { removedId } }`, nil)
	d.ask(`{ nothing }`, nil)
	d.ask(deep(50), nil)
	want := []string{
		"query OK", "query INVALID_INPUT", "mutation INVALID_INPUT", "invalid GRAPHQL_VALIDATION_FAILED", "invalid DEPTH_LIMIT_EXCEEDED",
	}
	if r.operations[1] == "query INTERNAL" {
		r.operations[1] = "query INVALID_INPUT" // Two fields fail, and either may come first.
	}
	if diff := cmp.Diff(want, r.operations); diff != "" {
		t.Errorf("operations (-want +got):\n%s", diff)
	}
	slices.Sort(r.fields)
	if diff := cmp.Diff([]string{"Mutation.purgeProject", "Query.episodes", "Query.projects"}, r.fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func TestRecovery_OfAnyHandler(t *testing.T) {
	const inside = "the reason of the panic"
	d := open(t, func(o *httpapi.Options) {
		o.Page = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/abort" {
				panic(http.ErrAbortHandler)
			}
			panic(inside)
		})
	})
	got := d.send("GET", "/graphiql/", "", "")
	if got.Status != 500 || got.code() != "INTERNAL" || strings.Contains(got.Body, inside) {
		t.Errorf("answered with %d %s", got.Status, got.Body)
	}
	if logged := d.logs.String(); !strings.Contains(logged, inside) || !strings.Contains(logged, got.Errors[0].Extensions.RequestID) {
		t.Errorf("the log does not tell of it: %s", logged)
	}
	if response, err := http.Get(d.url + "/graphiql/abort"); err == nil {
		response.Body.Close()
		t.Errorf("an aborted answer came through with %d", response.StatusCode)
	}
	if again := d.send("GET", "/healthz", "", ""); again.Status != 200 {
		t.Errorf("afterwards /healthz = %d", again.Status)
	}
}

func TestRecorder_IsToldOfEveryRequest(t *testing.T) {
	r := &recorder{}
	d := open(t, func(o *httpapi.Options) { o.Recorder = r })
	d.ask(`query MyOwnName { __typename }`, nil)
	d.send("PUT", "/graphql", "", "")
	d.send("GET", "/healthz", "", "")
	d.send("BREW", "/a/path/of/a/caller", "", "")
	server := func() int {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.open
	}
	for server() > 0 { // the client has its answer before the handler returns
		time.Sleep(time.Millisecond)
	}
	want := []httpapi.Request{
		{Route: "/graphql", Status: 200},
		{Route: "/graphql", Status: 405, Refused: "METHOD_NOT_ALLOWED"},
		{Route: "/healthz", Status: 200},
		{Route: "", Status: 404},
	}
	if diff := cmp.Diff(want, r.requests, cmpopts.IgnoreFields(httpapi.Request{}, "Took")); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{1}, r.costs); diff != "" {
		t.Errorf("costs (-want +got):\n%s", diff)
	}
}

// The name of an operation is the only text of a caller that is logged, and only if it is a plain
// word.
func TestLog_HoldsNothingElseThatACallerWrote(t *testing.T) {
	d := open(t, nil)
	d.ask(`query Plain1 { episodes(project: "secret2", after: $v) { totalCount } }`, map[string]any{"v": "secret3"})
	d.ask(`query($v: String) { episodes(project: "secret2", after: $v) { totalCount } }`, map[string]any{"v": "secret3"})
	d.ask(`query `+strings.Repeat("Secret", 11)+` { __typename }`, nil)
	d.ask(`query Plain2 { secret: __typename }`, nil)
	d.send("GET", "/graphql?query={secret4}", "", "")
	d.send("GET", "/secret5", "", "")
	d.send("SECRET", "/graphql", "", "")
	d.ask(`{ secret: episodes(project: "p", first: 1) { totalCount } }`, nil) // panics
	logged := strings.ToLower(d.logs.await("msg=request", 8))
	logged = regexp.MustCompile(`stack=".*?" request_id`).ReplaceAllString(logged, "request_id")
	if strings.Contains(logged, "secret") || strings.Count(logged, "msg=request") != 8 {
		t.Errorf("logged:\n%s", logged)
	}
	if !strings.Contains(logged, "operation=plain2") || strings.Count(logged, "operation=") != 1 {
		t.Errorf("the name of one operation is to be logged:\n%s", logged)
	}
}

func TestLog_TellsOfTheOperation(t *testing.T) {
	for _, c := range []struct {
		why, query string
		slow       time.Duration
		want       []string
	}{
		{"an operation that is executed", `query Mine { a: __typename b: __typename }`, time.Hour, []string{
			"level=INFO", "method=POST", "path=/graphql", "status=200", "bytes=", "type=query", "operation=Mine", "cost=2", "code=OK", "took=", "request_id=",
		}},
		{"one without a name that takes longer than it may", `{ __typename }`, time.Nanosecond, []string{"level=WARN", "type=query", "cost=1", "code=OK"}},
		{"one that is too deep", deep(50), time.Hour, []string{"level=INFO", "type=invalid", "cost=0", "code=DEPTH_LIMIT_EXCEEDED"}},
		{"a query that costs too much", `query Dear { projects { name } }`, time.Hour, []string{"type=query", "operation=Dear", "cost=11", "code=COMPLEXITY_LIMIT_EXCEEDED"}},
	} {
		d := open(t, func(o *httpapi.Options) {
			o.Slow = c.slow
			o.Limits.Complexity = 10
		})
		d.ask(c.query, nil)
		line := d.logs.await("msg=request", 1)
		for _, want := range c.want {
			if !strings.Contains(line, want) {
				t.Errorf("%s: no %s in %s", c.why, want, line)
			}
		}
	}
}

// await returns the log as soon as it contains a text n times: a client has its answer before the
// line is written.
func (l *logs) await(text string, n int) string {
	for began := time.Now(); time.Since(began) < enginetest.Patience; time.Sleep(time.Millisecond) {
		if got := l.String(); strings.Count(got, text) >= n {
			return got
		}
	}
	return l.String()
}

// doorman accepts one token.
type doorman struct{}

func (doorman) Needed() bool { return true }

func (doorman) Authenticate(header string) (auth.Principal, error) {
	if header != "Bearer secret-right" {
		return auth.Principal{}, auth.ErrUnauthenticated
	}
	return auth.Principal{Name: "reader-of-all", All: true}, nil
}

func (doorman) Valid(auth.Principal) bool { return true }

func TestLog_NamesTheToken(t *testing.T) {
	for _, c := range []struct{ why, header, want string }{
		{"who asks is known", "Bearer secret-right", " token=reader-of-all"},
		{"who asks is not known", "Bearer secret-wrong", " code=UNAUTHENTICATED"},
	} {
		d := open(t, func(o *httpapi.Options) { o.Auth = doorman{} })
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.url+"/graphql", strings.NewReader(`{"query":"{__typename}"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", c.header)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if line := d.logs.await("msg=request", 1); !strings.Contains(line, c.want) || strings.Contains(line, "secret") {
			t.Errorf("%s: no %q in %s", c.why, c.want, line)
		}
	}
}

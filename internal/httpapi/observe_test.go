package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// recorder remembers what it is told.
type recorder struct {
	mu                 sync.Mutex
	operations, fields []string
}

func (r *recorder) ObserveOperation(operation, code string, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if took >= 0 {
		r.operations = append(r.operations, operation+" "+code)
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
	d.ask(`mutation { purgeProject(project: "p", confirm: "q") { purgedId } }`, nil)
	d.ask(`{ nothing }`, nil)
	d.ask(deep(50), nil)
	want := []string{
		"query OK", "query INVALID_INPUT", "mutation INVALID_INPUT", "invalid GRAPHQL_VALIDATION_FAILED", "invalid DEPTH_LIMIT_EXCEEDED",
	}
	if r.operations[1] == "query INTERNAL" {
		r.operations[1] = "query INVALID_INPUT" // Two fields fail, and either may be the first.
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

func TestLog_HoldsNothingThatACallerWrote(t *testing.T) {
	d := open(t, nil)
	d.ask(`query Secret1 { episodes(project: "secret2", after: $v) { totalCount } }`, map[string]any{"v": "secret3"})
	d.ask(`query($v: String) { episodes(project: "secret2", after: $v) { totalCount } }`, map[string]any{"v": "secret3"})
	d.send("GET", "/graphql?query={secret4}", "", "")
	logged := strings.ToLower(d.logs.String())
	if strings.Contains(logged, "secret") || strings.Count(logged, "msg=request") != 3 {
		t.Errorf("logged:\n%s", logged)
	}
}

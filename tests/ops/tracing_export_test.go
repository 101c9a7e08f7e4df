package ops_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// otlp is a collector of traces: it takes what comes by OTLP over HTTP.
type otlp struct {
	*httptest.Server

	mu       sync.Mutex
	services []string
	spans    []string
	bad      []string
}

func newOTLP(t *testing.T) *otlp {
	t.Helper()
	c := &otlp{}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

// ServeHTTP implements [http.Handler].
func (c *otlp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var sent collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &sent)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
		c.bad = append(c.bad, r.Method+" "+r.URL.Path)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	for _, of := range sent.GetResourceSpans() {
		for _, a := range of.GetResource().GetAttributes() {
			c.services = append(c.services, a.GetKey()+"="+a.GetValue().GetStringValue())
		}
		for _, scope := range of.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				c.spans = append(c.spans, span.GetName())
			}
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// TestTracing_export runs the program with a collector, and ends it: what is not sent yet is
// sent then.
func TestTracing_export(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	c := newOTLP(t)
	k := harness.Running{CLI: shared.CLI(t, t.TempDir(), "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0",
		"OTEL_EXPORTER_OTLP_ENDPOINT="+c.URL, "OTEL_RESOURCE_ATTRIBUTES=deployment.environment.name=test", "OTEL_BSP_SCHEDULE_DELAY=600000")}
	k.Start(t)
	p := &project{&harness.Project{Service: k.Service, T: t, Name: "p"}}
	p.Ask(`query Mine($project: String!) { episodes(project: $project, first: 1) { totalCount } }`, nil)
	c.mu.Lock()
	if len(c.spans) > 0 {
		t.Errorf("sent before their time: %v", c.spans)
	}
	c.mu.Unlock()
	if err := k.Process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := k.Process.Wait(); err != nil {
		t.Errorf("up ended with %v", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, want := range []string{"POST /graphql", "query", "Query.episodes", "get_project"} {
		if !slices.Contains(c.spans, want) {
			t.Errorf("no span %q among %v", want, c.spans)
		}
	}
	about := strings.Join(c.services, " ")
	for _, want := range []string{"service.name=causeway", "service.version=", "deployment.environment.name=test"} {
		if !strings.Contains(about, want) {
			t.Errorf("the process does not say %s: %s", want, about)
		}
	}
	if strings.Contains(about, "process.") || strings.Contains(about, "host.") || len(c.bad) > 0 {
		t.Errorf("the process says too much or sends something else: %s, %v", about, c.bad)
	}
}

// TestTracing_collectorDown ends the program in time though nobody takes its traces.
func TestTracing_collectorDown(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	k := harness.Running{CLI: shared.CLI(t, t.TempDir(), "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1")}
	k.Start(t)
	if a, err := k.Service.Post(context.Background(), `{ projects { name } }`, nil); err != nil || len(a.Errors) > 0 {
		t.Errorf("without a collector: %v, %v", err, a.Text())
	}
	began := time.Now()
	if err := k.Process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := k.Process.Wait(); err != nil || enginetest.TooLong(t, time.Since(began), 15*time.Second) {
		t.Errorf("up ended with %v after %s", err, time.Since(began))
	}
}

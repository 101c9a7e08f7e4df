package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/httpapi"
)

// toldSpans formats each span as a line: its name, its parent's name, its code and whether it
// failed.
func toldSpans(spans tracetest.SpanStubs) []string {
	names := map[string]string{}
	for _, s := range spans {
		names[s.SpanContext.SpanID().String()] = s.Name
	}
	var out []string
	for _, s := range spans {
		line := s.Name + " < " + names[s.Parent.SpanID().String()]
		for _, a := range s.Attributes {
			if a.Key == "causeway.error.code" || a.Key == "http.response.status_code" {
				line += " " + fmt.Sprint(a.Value.AsInterface())
			}
		}
		if s.Status.Code == codes.Error {
			line += " ERROR"
		}
		out = append(out, line)
	}
	return out
}

func TestTrace_TellsWhoIsToBlame(t *testing.T) {
	for _, c := range []struct {
		why  string
		send func(door)
		want string
	}{
		{
			"nothing is wrong", func(d door) { d.ask(`{ __typename }`, nil) },
			"query < POST /graphql; POST /graphql <  200",
		},
		{
			"a fault of ours", func(d door) { d.ask(`{ projects { name } }`, nil) },
			"Query.projects < query; query < POST /graphql INTERNAL ERROR; POST /graphql <  200",
		},
		{
			"a query that does not fit the schema", func(d door) { d.ask(`{ nothing }`, nil) },
			"POST /graphql <  GRAPHQL_VALIDATION_FAILED 200",
		},
		{
			"a query that is too deep", func(d door) { d.ask(deep(50), nil) },
			"POST /graphql <  DEPTH_LIMIT_EXCEEDED 200",
		},
		{
			"a body that is none", func(d door) { d.send("POST", "/graphql", "application/json", "{") },
			"POST /graphql <  BAD_REQUEST 400",
		},
		{"a sign of life", func(d door) { d.send("GET", "/healthz", "", "") }, ""},
		{"a path that nothing answers, by a method of one's own", func(d door) { d.send("BREW", "/secret", "", "") }, "_OTHER  <  404"},
	} {
		memory := tracetest.NewInMemoryExporter()
		provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(memory))
		d := open(t, func(o *httpapi.Options) { o.Tracer = provider.Tracer("test") })
		c.send(d)
		d.logs.await("msg=request", 1)
		got := strings.Join(toldSpans(memory.GetSpans()), "; ")
		for began := time.Now(); got != c.want && time.Since(began) < enginetest.Patience; time.Sleep(time.Millisecond) {
			got = strings.Join(toldSpans(memory.GetSpans()), "; ") // the span ends after the client has read the answer
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.why, got, c.want)
		}
	}
}

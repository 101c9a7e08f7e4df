package telemetry_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/telemetry"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func TestStart_AsTheEnvironmentSays(t *testing.T) {
	for _, c := range []struct {
		why  string
		env  map[string]string
		want bool
	}{
		{"nothing is said", nil, false},
		{"only the name of the service is said", map[string]string{"OTEL_SERVICE_NAME": "a"}, false},
		{"a collector is named", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, true},
		{"a collector of traces is named", map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1"}, true},
		{"an exporter is named", map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true},
		{"traces are not to be exported", map[string]string{"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, false},
		{"OpenTelemetry is switched off", map[string]string{"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, false},
	} {
		tracing, err := telemetry.Start(t.Context(), telemetry.Options{
			Version: "v1", Environment: func(name string) string { return c.env[name] }, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil || (tracing != nil) != c.want || (tracing.Tracer() != nil) != c.want {
			t.Errorf("%s: traces %v, %v; want %v", c.why, tracing != nil, err, c.want)
		}
		if err := tracing.Shutdown(t.Context()); err != nil {
			t.Errorf("%s: shut down: %v", c.why, err)
		}
	}
}

func TestStart_RefusesWhatCannotBe(t *testing.T) {
	t.Setenv("OTEL_TRACES_EXPORTER", "carrier-pigeon")
	_, err := telemetry.Start(t.Context(), telemetry.Options{Environment: func(string) string { return "x" }, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		t.Error("an exporter that does not exist is taken")
	}
}

// kept returns a Tracing and the spans that it has made.
func kept(t *testing.T) (*telemetry.Tracing, func() tracetest.SpanStubs) {
	t.Helper()
	memory := tracetest.NewInMemoryExporter()
	return telemetry.New(sdktrace.WithSyncer(memory)), memory.GetSpans
}

func nothing(context.Context, string, time.Duration, error) {}

func TestObserve_MakesSpansOfWhatBelongsToATrace(t *testing.T) {
	tracing, spans := kept(t)
	told := 0
	hook := tracing.Observe(telemetry.Neo4j, func(context.Context, string, time.Duration, error) { told++ })
	hook(t.Context(), "nobody/asked", time.Second, nil)
	ctx, span := tracing.Tracer().Start(t.Context(), "above")
	hook(ctx, "get_episodes", time.Second, fmt.Errorf("read secret: %w", episodic.ErrTimeout))
	span.End()
	got := spans()
	if told != 2 || len(got) != 2 {
		t.Fatalf("told %d times, %d spans; want 2 and 2", told, len(got))
	}
	call := got[0]
	if call.Name != "get_episodes" || call.Parent.SpanID() != span.SpanContext().SpanID() || call.EndTime.Sub(call.StartTime) != time.Second {
		t.Errorf("the span of the statement: %s below %s for %s", call.Name, call.Parent.SpanID(), call.EndTime.Sub(call.StartTime))
	}
	want := map[string]string{"db.system.name": "neo4j", "db.query.summary": "get_episodes", "error.type": "timeout"}
	attributes := map[string]string{}
	for _, a := range call.Attributes {
		attributes[string(a.Key)] = a.Value.AsString()
	}
	if !maps.Equal(want, attributes) || call.Status.Code != codes.Error || call.Status.Description != "" || len(call.Events) > 0 {
		t.Errorf("attributes %v, status %v, %d events; want %v and no text of the error", attributes, call.Status, len(call.Events), want)
	}
}

func TestRound_IsATraceOfItsOwnWhenItDidSomething(t *testing.T) {
	tracing, spans := kept(t)
	hook := tracing.Observe(telemetry.Weaviate, nothing)
	round := func(done int, err error) {
		ctx, r := tracing.Begin(t.Context(), "indexing")
		hook(ctx, "put-chunks", time.Millisecond, err)
		r.End(done, err)
	}
	round(0, nil)
	if got := spans(); len(got) != 0 {
		t.Fatalf("a round that did nothing left %d spans", len(got))
	}
	round(3, nil)
	round(0, errors.New("gone"))
	got := spans()
	if len(got) != 4 {
		t.Fatalf("%d spans, want two rounds with one call each", len(got))
	}
	for i := 0; i < 4; i += 2 {
		call, root := got[i], got[i+1]
		if root.Name != "indexing" || root.Parent.IsValid() || call.Name != "weaviate put-chunks" || call.Parent.SpanID() != root.SpanContext.SpanID() {
			t.Errorf("%s below %q: want a root with its call", call.Name, root.Name)
		}
	}
}

func TestRound_LinksToTheRequestThatAskedForIt(t *testing.T) {
	tracing, spans := kept(t)
	hook := tracing.Observe(telemetry.SQLite, nothing)
	request, span := tracing.Tracer().Start(t.Context(), "POST /graphql")
	ctx, r := tracing.Begin(request, "job")
	span.End() // which is long before the job has
	hook(ctx, "put_chunk", time.Microsecond, nil)
	r.End(1, nil)
	root := spans()[2]
	if root.Name != "job" || root.Parent.IsValid() || len(root.Links) != 1 || root.Links[0].SpanContext.SpanID() != span.SpanContext().SpanID() {
		t.Errorf("%s below %s with links %v", root.Name, root.Parent.SpanID(), root.Links)
	}
}

func TestRound_IsBounded(t *testing.T) {
	tracing, spans := kept(t)
	hook := tracing.Observe(telemetry.SQLite, nothing)
	ctx, r := tracing.Begin(t.Context(), "maintenance")
	for range 10_000 {
		hook(ctx, "put_chunk", time.Microsecond, nil)
	}
	r.End(1, nil)
	if n := len(spans()); n != 501 {
		t.Errorf("a round of 10,000 calls has %d spans, want 501", n)
	}
}

// TestOff_CostsNothing holds tracing that is off to no allocation at all.
func TestOff_CostsNothing(t *testing.T) {
	var off *telemetry.Tracing
	hook, ctx := off.Observe(telemetry.SQLite, nothing), t.Context()
	if n := testing.AllocsPerRun(1000, func() {
		within, round := off.Begin(ctx, "indexing")
		hook(within, "get_episodes", time.Second, nil)
		round.End(1, nil)
	}); n != 0 {
		t.Errorf("%v allocations for what is not traced", n)
	}
}

func BenchmarkOff(b *testing.B) {
	var off *telemetry.Tracing
	hook, ctx := off.Observe(telemetry.SQLite, nothing), b.Context()
	for b.Loop() {
		hook(ctx, "get_episodes", time.Second, nil)
	}
}

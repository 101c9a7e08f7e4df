package ops_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/causeway-memory/causeway/tests/harness"
)

// telling is the exporter of the SDK, which remembers the keys of the occurrences of what was acknowledged.
type telling struct {
	sdktrace.SpanExporter

	mu           sync.Mutex
	acknowledged map[string]bool
}

// ExportSpans implements [sdktrace.SpanExporter].
func (e *telling) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range spans {
		if err == nil {
			e.acknowledged[fmt.Sprintf("workflow-%s/s-%s", s.SpanContext().TraceID(), s.SpanContext().SpanID())] = true
		}
	}
	return err
}

// TestTraces_grpc sends spans with the official SDK for Go over gRPC and kills the service in the middle: every span that was
// acknowledged is in an episode.
func TestTraces_grpc(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	address := freeAddress(t)
	k := harness.Running{CLI: shared.CLI(t, t.TempDir(), "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_OTLP_GRPC_ADDRESS="+address, "CAUSEWAY_OTLP_SILENCE=5s")}
	k.Start(t)
	t.Cleanup(func() { harness.Kill(t, k.Process) })
	exporter, err := otlptracegrpc.New(t.Context(), otlptracegrpc.WithEndpoint(address), otlptracegrpc.WithInsecure(), otlptracegrpc.WithHeaders(map[string]string{"causeway-project": "travel"}),
		otlptracegrpc.WithCompressor("gzip"))
	if err != nil {
		t.Fatal(err)
	}
	told := &telling{SpanExporter: exporter, acknowledged: map[string]bool{}}
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(told), sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "travel-shop"))))
	tracer := provider.Tracer("toy-agent")
	for i := range trips {
		ctx, root := tracer.Start(t.Context(), "travel", trace.WithAttributes(attribute.String("openinference.span.kind", "AGENT"), attribute.String("input.value", "Book a flight to Oslo")))
		for _, tool := range []string{"search_flights", "book_flight"} {
			_, span := tracer.Start(ctx, tool, trace.WithAttributes(attribute.String("openinference.span.kind", "TOOL"), attribute.String("tool.name", tool)))
			if i%3 == 0 && tool == "book_flight" {
				span.SetStatus(codes.Error, "no seat left")
			}
			span.End()
		}
		if i%3 == 0 {
			root.SetStatus(codes.Error, "no seat left")
		}
		root.End()
		if i == trips/3 {
			harness.Kill(t, k.Process)
			k.Start(t)
		}
	}
	if err := provider.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := &project{&harness.Project{Service: k.Service, T: t, Name: "travel"}}
	t.Logf("%d of %d spans were acknowledged", len(told.acknowledged), trips*spansOfTrip)
	if len(told.acknowledged) < trips*spansOfTrip/2 {
		t.Fatal("most were not acknowledged")
	}
	harness.Eventually(t, "every span that was acknowledged is in an episode", func() bool { return len(missing(p, told.acknowledged)) == 0 })
}

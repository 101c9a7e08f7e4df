package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"go.opentelemetry.io/contrib/exporters/autoexport"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// scope names this library in every span.
const scope = "github.com/causeway-memory/causeway"

// Options say what traces tell of this process.
type Options struct {
	// Version is that of the program.
	Version string
	// Environment looks up a variable; it decides whether there are traces at all. What
	// else stands in OTEL_* is read by OpenTelemetry from the process's own environment.
	Environment func(name string) string
	// Log is told when traces cannot be sent.
	Log *slog.Logger
}

// Tracing makes spans. A nil *Tracing makes none, and all its methods may be called. It is
// safe for concurrent use.
type Tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// Start returns what makes spans, or nil when the environment asks for none. It does not
// connect: a collector that is down is told to the log later, and holds up nothing. The
// caller ends it with [Tracing.Shutdown].
func Start(ctx context.Context, o Options) (*Tracing, error) {
	if !wanted(o.Environment) {
		return nil, nil
	}
	exporter, err := autoexport.NewSpanExporter(ctx)
	if err != nil {
		return nil, fmt.Errorf("set up traces (variables OTEL_*): %w", err)
	}
	about, err := describe(ctx, o.Version)
	if err != nil {
		return nil, errors.Join(err, exporter.Shutdown(ctx))
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		o.Log.Warn("traces were not sent; look at the variables OTEL_EXPORTER_OTLP_*", "error", err)
	}))
	return New(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about)), nil
}

// New returns what makes spans, with a provider of its own; the sampler is that of the
// variables OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG unless options name one.
func New(options ...sdktrace.TracerProviderOption) *Tracing {
	provider := sdktrace.NewTracerProvider(options...)
	return &Tracing{provider: provider, tracer: provider.Tracer(scope)}
}

// wanted reports whether the environment asks for traces: it names an exporter, or a place
// that they are sent to.
func wanted(environment func(string) string) bool {
	exporter := environment("OTEL_TRACES_EXPORTER")
	switch {
	case environment("OTEL_SDK_DISABLED") == "true" || exporter == "none":
		return false
	case exporter != "":
		return true
	}
	return environment("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || environment("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
}

// describe is what every span says of the process. It holds no arguments of the command
// line: settings can be secret.
func describe(ctx context.Context, version string) (*resource.Resource, error) {
	about, err := resource.New(ctx,
		resource.WithSchemaURL(semconv.SchemaURL),
		resource.WithAttributes(semconv.ServiceName("causeway"), semconv.ServiceVersion(version)),
		resource.WithTelemetrySDK(),
		resource.WithFromEnv(),
	)
	if err != nil {
		return nil, fmt.Errorf("describe the process for traces (OTEL_RESOURCE_ATTRIBUTES): %w", err)
	}
	return about, nil
}

// Tracer makes spans for requests; nil when there are none.
func (t *Tracing) Tracer() trace.Tracer {
	if t == nil {
		return nil
	}
	return t.tracer
}

// Shutdown sends what is left and ends the sending.
func (t *Tracing) Shutdown(ctx context.Context) error {
	if t == nil {
		return nil
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last traces: %w", err)
	}
	return nil
}

package telemetry

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// System is what a call goes to.
type System string

// The systems.
const (
	SQLite    System = "sqlite"
	Neo4j     System = "neo4j"
	Weaviate  System = "weaviate"
	Embedding System = "embedding"
)

// Hook is told of one call when it is over: the context that it was made in, its name, how
// long it took, and what went wrong.
type Hook func(ctx context.Context, name string, took time.Duration, err error)

// call is one statement or request that is over.
type call struct {
	system System
	name   string
	start  time.Time
	took   time.Duration
	err    error
}

// Observe returns a hook that calls then and makes a span of each call that belongs to a
// request or a round that is traced. Without tracing it returns then itself.
func (t *Tracing) Observe(system System, then Hook) Hook {
	if t == nil {
		return then
	}
	return func(ctx context.Context, name string, took time.Duration, err error) {
		then(ctx, name, took, err)
		c := call{system, name, time.Now().Add(-took), took, err}
		if round, ok := ctx.Value(roundKey{}).(*Round); ok {
			round.add(c)
		} else if trace.SpanFromContext(ctx).IsRecording() {
			t.record(ctx, c)
		}
	}
}

// record makes the span of a call that is over. The text of an error stays out: it may hold
// what a caller wrote.
func (t *Tracing) record(ctx context.Context, c call) {
	_, span := t.tracer.Start(ctx, c.title(), trace.WithTimestamp(c.start),
		trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(c.attributes()...))
	if c.err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End(trace.WithTimestamp(c.start.Add(c.took)))
}

// title is the file of a statement; a request is named after its system too.
func (c call) title() string {
	if c.system == Weaviate || c.system == Embedding {
		return string(c.system) + " " + c.name
	}
	return c.name
}

func (c call) attributes() []attribute.KeyValue {
	var out []attribute.KeyValue
	switch c.system {
	case SQLite, Neo4j:
		out = append(out, semconv.DBSystemNameKey.String(string(c.system)), semconv.DBQuerySummary(c.name))
	case Weaviate:
		out = append(out, semconv.DBSystemNameKey.String(string(c.system)), semconv.DBOperationName(c.name))
	case Embedding:
		out = append(out, attribute.String("causeway.embedding.request", c.name))
	}
	if c.err != nil {
		out = append(out, semconv.ErrorTypeKey.String(ErrorType(c.err)))
	}
	return out
}

// ErrorType names the kind of an error in one word of the domain's, "other" when it is none.
func ErrorType(err error) string {
	for _, known := range []struct {
		err  error
		name string
	}{
		{context.Canceled, "canceled"},
		{context.DeadlineExceeded, "timeout"},
		{episodic.ErrTimeout, "timeout"},
		{episodic.ErrUnavailable, "unavailable"},
		{episodic.ErrConflict, "conflict"},
		{episodic.ErrModelChanged, "model_changed"},
		{episodic.ErrNotFound, "not_found"},
		{episodic.ErrProjectNotFound, "not_found"},
		{problem.ErrInvalid, "invalid"},
	} {
		if errors.Is(err, known.err) {
			return known.name
		}
	}
	return "other"
}

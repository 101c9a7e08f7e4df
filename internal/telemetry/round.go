package telemetry

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// mostCalls is how many calls of one round become spans; building an index makes many.
const mostCalls = 500

type roundKey struct{}

// Round is one round of work in the background. It becomes a trace of its own when it is
// over and did something: most rounds find nothing to do, and would fill a store of traces.
// A nil *Round is none.
type Round struct {
	tracing *Tracing
	name    string
	start   time.Time
	// cause is the span that the round was begun in; its trace links to that one.
	cause trace.SpanContext

	mu    sync.Mutex
	calls []call
	total int
}

// Begin opens a round; calls that are made with the context that it returns belong to it.
func (t *Tracing) Begin(ctx context.Context, name string) (context.Context, *Round) {
	if t == nil {
		return ctx, nil
	}
	r := &Round{tracing: t, name: name, start: time.Now(), cause: trace.SpanContextFromContext(ctx)}
	return context.WithValue(ctx, roundKey{}, r), r
}

func (r *Round) add(c call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total++
	if len(r.calls) < mostCalls {
		r.calls = append(r.calls, c)
	}
}

// End closes a round. done is how many things it brought forward: a round that did nothing
// and met no error leaves no trace.
func (r *Round) End(done int, err error) {
	if r == nil || done == 0 && err == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	attributes := []attribute.KeyValue{attribute.Int("causeway.round.done", done), attribute.Int("causeway.round.calls", r.total)}
	if err != nil {
		attributes = append(attributes, semconv.ErrorTypeKey.String(ErrorType(err)))
	}
	options := []trace.SpanStartOption{trace.WithTimestamp(r.start), trace.WithNewRoot(), trace.WithAttributes(attributes...)}
	if r.cause.IsValid() {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: r.cause}))
	}
	ctx, span := r.tracing.tracer.Start(context.Background(), r.name, options...)
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	if span.IsRecording() {
		for _, c := range r.calls {
			r.tracing.record(ctx, c)
		}
	}
	span.End()
}

package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// pingTime is how often an open stream is written to, so that intermediaries keep it open and a
// client that is gone is noticed.
const pingTime = 15 * time.Second

// stream answers a POST with server-sent events, one connection for each operation, in the
// protocol of graphql-sse: events named next, then complete.
func (e *endpoint) stream(w http.ResponseWriter, r *http.Request, params *graphql.RawParams) {
	ctx, cancel := whileServing(r.Context())
	defer cancel()
	free := e.running.take()
	if free == nil {
		writeFault(w, r, tooBusy(cap(e.running)))
		return
	}
	next := e.begin(ctx, params, free)
	w.Header().Set("Content-Type", mediaEvents+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	events := e.pull(ctx, next)
	writeEvents(ctx, w, events)
	cancel()
	for range events { // wait for the goroutine of pull
	}
}

// begin returns a function that gives the answers of an operation, or the one answer that refuses
// it. The slot is only for preparing; execution takes its own.
func (e *endpoint) begin(ctx context.Context, params *graphql.RawParams, free func()) func() *graphql.Response {
	defer free()
	op, errs := e.prepare(ctx, params)
	ctx = graphql.WithOperationContext(ctx, op)
	if len(errs) > 0 {
		refused := graphql.OneShot(e.exec.DispatchError(ctx, errs))
		return func() *graphql.Response { return refused(ctx) }
	}
	next, ctx := e.exec.DispatchOperation(ctx, op)
	return func() *graphql.Response { return next(ctx) }
}

// pull passes on answers until there are no more or ctx ends; then it closes the channel.
func (e *endpoint) pull(ctx context.Context, next func() *graphql.Response) <-chan *graphql.Response {
	events := make(chan *graphql.Response)
	go func() {
		defer close(events)
		defer func() {
			if reason := recover(); reason != nil {
				e.log.ErrorContext(ctx, "panic", "reason", reason, "stack", string(debug.Stack()), "request_id", RequestID(ctx))
			}
		}()
		for response := next(); response != nil; response = next() {
			own := *response
			own.Data = bytes.Clone(own.Data) // the next answer is written over it
			select {
			case events <- &own:
			case <-ctx.Done():
				return
			}
		}
	}()
	return events
}

// writeEvents writes until the events end or the client is gone. If the service shuts down, it
// does not send complete, so that the client reconnects.
func writeEvents(ctx context.Context, w http.ResponseWriter, events <-chan *graphql.Response) {
	ping := time.NewTicker(pingTime)
	defer ping.Stop()
	text := ":\n\n" // tells the client that the stream is open
	for {
		if writeEvent(w, text) != nil {
			return
		}
		select {
		case response, more := <-events:
			if !more && ctx.Err() == nil {
				_ = writeEvent(w, "event: complete\ndata:\n\n") // the client may be gone
			}
			if !more {
				return
			}
			text = event(response)
		case <-ping.C:
			text = ":\n\n"
		}
	}
}

func event(response *graphql.Response) string {
	return fmt.Sprintf("event: next\ndata: %s\n\n", encode(response))
}

func writeEvent(w http.ResponseWriter, text string) error {
	connection := http.NewResponseController(w)
	_ = connection.SetWriteDeadline(time.Now().Add(writeTime)) // a test's recorder does not support it
	if _, err := w.Write([]byte(text)); err != nil {
		return fmt.Errorf("write an event: %w", err)
	}
	if err := connection.Flush(); err != nil {
		return fmt.Errorf("send an event: %w", err)
	}
	return nil
}

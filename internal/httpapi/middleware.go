package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// answered records the status and size of an answer for the log.
type answered struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader implements [http.ResponseWriter].
func (a *answered) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (a *answered) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// Unwrap lets [http.ResponseController] reach the connection.
func (a *answered) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Request is what the recorder learns about one HTTP request.
type Request struct {
	// Route is the pattern of the matched path, empty for none.
	Route string
	// Status is the HTTP status of the answer.
	Status int
	// Refused is the code of a request that never became an operation, otherwise empty.
	Refused string
	// Lasting is true for a WebSocket or a stream, which stays open as long as its client wants.
	Lasting bool
	// Took is the duration.
	Took time.Duration
}

// withLog logs one line for each request and informs the recorder. Queries, variables and answers
// are not logged, nor any text of a caller except the name of the operation.
func withLog(o Options, route func(*http.Request) string, next http.Handler) http.Handler {
	observer := newObserver(o)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, n := time.Now(), &note{}
		a := &answered{ResponseWriter: w}
		ctx := context.WithValue(r.Context(), noteKey{}, n)
		end := func(Request) {}
		if o.Recorder != nil {
			end = o.Recorder.BeginRequest()
		}
		defer func() {
			told := Request{Route: route(r), Status: a.status, Took: time.Since(began)}
			attributes := []slog.Attr{
				slog.String("method", method(r)), slog.String("path", told.Route),
				slog.Int("status", a.status), slog.Int64("bytes", a.bytes),
			}
			level, more := observer.line(n, &told)
			o.Log.LogAttrs(ctx, level, "request", append(append(attributes, more...), n.identity(ctx)...)...)
			end(told)
		}()
		next.ServeHTTP(a, r.WithContext(ctx))
	})
}

// line returns the level and the operation's attributes for the line of a request, and completes
// told for the recorder.
func (o observer) line(n *note, told *Request) (slog.Level, []slog.Attr) {
	n.mu.Lock()
	defer n.mu.Unlock()
	told.Refused, told.Lasting, n.written = n.refused, n.socket || n.lasting, true
	switch {
	case n.operation != nil:
		of := *n.operation
		of.Took = told.Took
		return o.level(of), of.attributes()
	case n.refused != "":
		return slog.LevelInfo, []slog.Attr{slog.String("code", n.refused), slog.Duration("took", told.Took)}
	}
	return slog.LevelInfo, []slog.Attr{slog.Duration("took", told.Took)}
}

// withRecovery turns a panic into an answer that does not reveal its text.
func withRecovery(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			reason := recover()
			if reason == nil {
				return
			}
			if err, ok := reason.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(reason)
			}
			log.ErrorContext(r.Context(), "panic", "reason", reason, "stack", string(debug.Stack()),
				"request_id", RequestID(r.Context()))
			writeError(w, r, http.StatusInternalServerError, codeInternal, messageInternal)
		}()
		next.ServeHTTP(w, r)
	})
}

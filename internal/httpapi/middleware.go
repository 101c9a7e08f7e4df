package httpapi

import (
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// answered remembers what was answered, for the log.
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

// withLog writes one line for each request. Queries, variables and answers are no part of it.
func withLog(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		a := &answered{ResponseWriter: w}
		defer func() {
			log.LogAttrs(r.Context(), slog.LevelInfo, "request",
				slog.String("method", r.Method), slog.String("path", r.URL.Path),
				slog.Int("status", a.status), slog.Int64("bytes", a.bytes),
				slog.Duration("took", time.Since(began)), slog.String("request_id", RequestID(r.Context())))
		}()
		next.ServeHTTP(a, r)
	})
}

// withRecovery turns a panic into an answer without its text.
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

package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/graph/agents"
)

// New returns the handler of every path. It is safe for concurrent use.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	endpoint := newGraphQL(o)
	mux.Handle("/graphql", origins(o.Origins).open(withAuth(o, endpoint)))
	if o.Agents != nil {
		tools := origins(o.Origins).open(endpoint.mcp(o))
		mux.Handle("/mcp", tools)
		mux.Handle("/mcp/{project}", tools)
	}
	if o.Traces != nil {
		spans, records := endpoint.traces(o), endpoint.logs(o)
		mux.Handle("POST "+tracesRoute, spans)
		mux.Handle("POST "+logsRoute, records)
		mux.Handle("POST /otlp/{project}"+tracesRoute, spans)
		mux.Handle("POST /otlp/{project}"+logsRoute, records)
	}
	mux.Handle("GET /llms.txt", served("text/markdown", agents.Guide))
	mux.Handle("GET /agents.graphqls", served("text/plain", agents.Schema))
	mux.HandleFunc("GET /healthz", healthz)
	mux.Handle("GET /readyz", admittedHosts(o, readyz(o)))
	if o.Metrics != nil {
		mux.Handle("GET /metrics", admittedHosts(o, withAllProjects(o, o.Metrics)))
	}
	if o.Page != nil {
		mux.Handle("GET /graphiql/", http.StripPrefix("/graphiql", o.Page))
	}
	for path, handler := range o.Desk {
		mux.Handle("GET "+path, handler)
	}
	if o.Browser != nil {
		mux.Handle("/browser/", http.StripPrefix("/browser", o.Browser))
	}
	return withRequestID(withTrace(o.Tracer, routes(mux), withLog(o, routes(mux), withRecovery(o.Log, withSafety(mux)))))
}

// served serves what everybody may read and what never changes while the service runs.
func served(kind string, of func() string) http.Handler {
	of = sync.OnceValue(of)
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind+"; charset=utf-8")
		_, _ = io.WriteString(w, of()) // who is gone needs no answer
	})
}

// routes returns a function that names the route of a request: the pattern of its path, which
// contains nothing a caller wrote; empty if there is none.
func routes(mux *http.ServeMux) func(*http.Request) string {
	return func(r *http.Request) string {
		_, pattern := mux.Handler(r)
		return strings.TrimSuffix(pattern[max(strings.Index(pattern, "/"), 0):], "{$}")
	}
}

// withSafety sets the security headers of every answer, and replaces the write deadline that the
// previous request left on the connection.
func withSafety(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTime)) // a test's recorder does not support it
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// The time limits of a connection, apart from the operation itself. answerTime exceeds every
// limit of an operation; whoever writes an answer sets a closer deadline.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute
	answerTime = time.Hour
)

// headerBytes is the maximum size of a request header, including the address.
const headerBytes = 128 << 10

type servingKey struct{}

// whileServing returns a context that also ends when the server shuts down, for requests that
// would never end by themselves.
func whileServing(ctx context.Context) (context.Context, context.CancelFunc) {
	serving, ok := ctx.Value(servingKey{}).(context.Context)
	ctx, cancel := context.WithCancel(ctx)
	if !ok {
		return ctx, cancel
	}
	stop := context.AfterFunc(serving, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// Serve answers on the listener until ctx ends, then lets running requests finish for at most
// grace. It returns nil after an orderly shutdown, and owns the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler, grace time.Duration) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(context.WithoutCancel(ctx), servingKey{}, ctx)
		},
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return errors.Join(fmt.Errorf("finish the requests under way: %w", err), server.Close())
	}
	return nil
}

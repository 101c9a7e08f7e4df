package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// New returns the handler of every path. It is safe for concurrent use.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/graphql", newGraphQL(o))
	mux.HandleFunc("GET /healthz", healthz)
	mux.HandleFunc("GET /readyz", readyz(o))
	if o.Metrics != nil {
		mux.Handle("GET /metrics", o.Metrics)
	}
	if o.Page != nil {
		mux.Handle("GET /graphiql/", http.StripPrefix("/graphiql", o.Page))
		mux.Handle("GET /{$}", http.RedirectHandler("/graphiql/", http.StatusFound))
	}
	return withRequestID(withLog(o.Log, withRecovery(o.Log, withSafety(mux))))
}

// withSafety sets what every answer tells a browser. No other origin is let in: there is
// no CORS header at all.
func withSafety(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// The times that a connection may take beside the operation itself.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute
)

// Serve answers on the listener until ctx ends, then lets the requests under way finish
// for at most grace. It returns nil after an orderly end, and owns the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler, grace time.Duration) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime}
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

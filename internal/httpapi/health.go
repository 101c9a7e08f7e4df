package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// Readiness says whether requests can be served.
type Readiness struct {
	// Ready is true if all checks are.
	Ready bool `json:"ready"`
	// Checks are the engines and the schema of the graph, one each.
	Checks []Check `json:"checks"`
	// Backlog is the number of episodes not indexed yet; nil if unknown.
	Backlog *int `json:"backlog"`
	// Failing is the number of those that the index has rejected at least once; nil like Backlog.
	Failing *int `json:"failing"`
	// Unembedded is the number of those that lack only vectors; nil like Backlog.
	Unembedded *int `json:"unembedded"`
	// Waiting is the number of captured events that no engine has yet, Failed of those that the graph
	// refused; nil if unknown.
	Waiting *int `json:"waiting"`
	Failed  *int `json:"failed"`
	// Warnings say what an operator should look at although requests are served.
	Warnings []string `json:"warnings,omitempty"`
}

// bare removes the reasons and the counts.
func (r Readiness) bare() Readiness {
	checks := make([]Check, len(r.Checks))
	for i, c := range r.Checks {
		checks[i] = Check{Name: c.Name, Ready: c.Ready}
	}
	return Readiness{Ready: r.Ready, Checks: checks}
}

// Check is the state of one dependency.
type Check struct {
	// Name says what was checked, like "neo4j".
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
	// Reason says in plain words what is wrong and what to do; empty if nothing is.
	Reason string `json:"reason,omitempty"`
}

// healthz answers as long as the process runs.
func healthz(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

// readyz answers 200 or 503, with the reasons and counts. Where tokens are needed, an answer
// without one says only which engines are ready: container platforms send no token, and a reason
// may contain an address.
func readyz(o Options) http.HandlerFunc {
	l := &latest{look: o.Ready}
	return func(w http.ResponseWriter, r *http.Request) {
		readiness := l.get(r.Context())
		if !mayReadReasons(o, r) {
			readiness = readiness.bare()
		}
		status := http.StatusOK
		if !readiness.Ready {
			status = http.StatusServiceUnavailable
		}
		writeJSON(w, status, readiness)
	}
}

// fresh is how long a readiness check is reused: anyone who can reach the service may ask as
// often as they like, and a check costs work.
const fresh = time.Second

// latest caches the last readiness check.
type latest struct {
	look func(context.Context) Readiness

	mu   sync.Mutex
	at   time.Time
	seen Readiness
}

// get repeats the check if the last one is old. Concurrent callers wait for the same check, which
// has its own time limit and does not end with the request that started it.
func (l *latest) get(ctx context.Context) Readiness {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at.IsZero() || time.Since(l.at) >= fresh {
		l.seen = l.look(context.WithoutCancel(ctx))
		l.at = time.Now()
	}
	return l.seen
}

// writeJSON sends v; it ignores errors because the client may be gone.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

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
	// Ready is true when every check is.
	Ready bool `json:"ready"`
	// Checks are the engines and the schema of the graph, one each.
	Checks []Check `json:"checks"`
	// Backlog is the number of episodes not indexed yet; nil if unknown.
	Backlog *int `json:"backlog"`
	// Failing is the number of those that the index has rejected at least once; nil like Backlog.
	Failing *int `json:"failing"`
	// Unembedded is the number of those that lack only vectors; nil like Backlog.
	Unembedded *int `json:"unembedded"`
}

// bare leaves the reasons and the counts out.
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

// healthz answers that the process runs.
func healthz(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

// readyz answers 200 or 503, with the reasons and counts. Without a token, where one is
// needed, it answers nothing but which engine is ready: whatever restarts containers asks
// without, and a reason may name an address.
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

// fresh is how long one look at the engines is what everybody is told: whoever can reach the service may
// ask, as often as he wants, and a look costs work.
const fresh = time.Second

// latest is the last look at the engines.
type latest struct {
	look func(context.Context) Readiness

	mu   sync.Mutex
	at   time.Time
	seen Readiness
}

// get looks again when the last look is old. Who asks meanwhile waits for that look, which bounds itself
// and does not end with the request that it began for.
func (l *latest) get(ctx context.Context) Readiness {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at.IsZero() || time.Since(l.at) >= fresh {
		l.seen = l.look(context.WithoutCancel(ctx))
		l.at = time.Now()
	}
	return l.seen
}

// writeJSON sends v; a client that is gone is no error of ours.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

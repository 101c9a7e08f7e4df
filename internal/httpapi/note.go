package httpapi

import (
	"context"
	"log/slog"
	"sync"

	"go.opentelemetry.io/otel/trace"

	"github.com/causeway-memory/causeway/internal/auth"
)

// note collects what the access log says about a request in addition to method, route and status.
// A nil note ignores everything. It is safe for concurrent use.
type note struct {
	mu sync.Mutex
	// operation is nil until there is one; the operations of a WebSocket have separate lines.
	operation *Operation
	socket    bool
	// lasting is true for a subscription; written means that the line has been logged.
	lasting, written bool
	// refused is the code of a request that never became an operation.
	refused string
	// token is the name of the caller's token, chosen by whoever created it.
	token string
}

type noteKey struct{}

func noteOf(ctx context.Context) *note {
	n, _ := ctx.Value(noteKey{}).(*note)
	return n
}

// tell adds an operation to the line of its request; it returns false if the operation needs a
// separate line.
func (n *note) tell(of Operation) bool {
	if n == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.socket || n.operation != nil || n.written {
		return false
	}
	n.operation = &of
	return true
}

// noteSocket marks the request as a WebSocket.
func noteSocket(ctx context.Context) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.socket = true
	}
}

// noteLasting marks the request as one that lasts as long as its client wants.
func noteLasting(ctx context.Context) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.lasting = true
	}
}

// noteRefusal records why a request never became an operation.
func noteRefusal(ctx context.Context, code string) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.refused = code
	}
}

// noteToken records the caller.
func noteToken(ctx context.Context, p auth.Principal) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.token = p.Name
	}
}

// identity returns the caller, the request id and the trace for the log.
func (n *note) identity(ctx context.Context) []slog.Attr {
	out := []slog.Attr{slog.String("request_id", RequestID(ctx))}
	if at := trace.SpanContextFromContext(ctx); at.HasTraceID() {
		out = append(out, slog.String("trace_id", at.TraceID().String()))
	}
	if n == nil {
		return out
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.token != "" {
		out = append(out, slog.String("token", n.token))
	}
	return out
}

package httpapi

import (
	"context"
	"log/slog"
	"sync"

	"go.opentelemetry.io/otel/trace"

	"github.com/causeway-memory/causeway/internal/auth"
)

// note gathers what the line of the access log says of a request beside its method, route
// and status. A nil note takes nothing. It is safe for concurrent use.
type note struct {
	mu sync.Mutex
	// operation is nil until there is one; of a WebSocket each has a line of its own.
	operation *Operation
	socket    bool
	// lasting is true of a subscription; written says that the line is out.
	lasting, written bool
	// refused is the code of a request that never became an operation.
	refused string
	// token is the name of that of who asks; whoever made it named it.
	token string
}

type noteKey struct{}

func noteOf(ctx context.Context) *note {
	n, _ := ctx.Value(noteKey{}).(*note)
	return n
}

// tell takes an operation into the line of its request; false when it needs one of its own.
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

// noteSocket says that the request is a WebSocket from now on.
func noteSocket(ctx context.Context) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.socket = true
	}
}

// noteLasting says that the request is answered for as long as its client wants.
func noteLasting(ctx context.Context) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.lasting = true
	}
}

// noteRefusal keeps why a request never became an operation.
func noteRefusal(ctx context.Context, code string) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.refused = code
	}
}

// noteToken keeps who asks.
func noteToken(ctx context.Context, p auth.Principal) {
	if n := noteOf(ctx); n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.token = p.Name
	}
}

// identity says whose request it is, and where more is to be found about it.
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

package httpapi

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// endpoint implements the 2025 draft of GraphQL over HTTP: gqlgen's own transports use other
// statuses, and echo a body that they cannot read, including secrets.
type endpoint struct {
	exec    *executor.Executor
	reader  reader
	origins origins
	// guarded reports whether every request needs a token.
	guarded func() bool
	// running are the operations in progress, streams the open subscriptions and sockets.
	running, streams slots
	// unauthenticated are the sockets that have not yet sent the required token.
	unauthenticated slots
	// introspections are the running operations that request the schema, preparing those being
	// parsed and validated.
	introspections, preparing slots
	answers                   answers
	socket                    transport.Websocket
	log                       *slog.Logger
}

// writeTime is how long a client may take to read an answer or one event of a stream.
const writeTime = time.Minute

// ServeHTTP implements [http.Handler].
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = withAddress(r.WithContext(graphql.StartOperationTrace(r.Context())))
	switch {
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", "GET, POST, OPTIONS")
		w.WriteHeader(http.StatusNoContent)
	case !e.origins.admits(r, e.guarded()):
		writeError(w, r, http.StatusForbidden, codeOrigin, refusedOrigin)
	case r.Header.Get("Upgrade") != "":
		e.upgrade(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodPost:
		w.Header().Set("Allow", "GET, POST, OPTIONS")
		writeError(w, r, http.StatusMethodNotAllowed, codeMethod, "GET and POST are taken")
	default:
		e.answer(w, r)
	}
}

// answer reads a request, executes it and writes the answer in the negotiated form.
func (e *endpoint) answer(w http.ResponseWriter, r *http.Request) {
	form := negotiate(r)
	if form == "" {
		writeError(w, r, http.StatusNotAcceptable, codeNotAcceptable, "no form of the answer is accepted")
		return
	}
	params, done, f := e.reader.read(w, r)
	defer done()
	if f != nil {
		writeFault(w, r, f)
		return
	}
	if form == mediaEvents {
		e.stream(w, r, params)
		return
	}
	free := e.running.take()
	if free == nil {
		writeFault(w, r, tooBusy(cap(e.running)))
		return
	}
	free = sync.OnceFunc(free)
	defer free() // in case of a panic
	status, response := e.execute(w, r.WithContext(withSlot(r.Context())), params, form)
	free() // before writing, because the client may read slowly
	if response != nil {
		writeAnswer(w, status, form, response)
	}
}

func tooBusy(limit int) *fault {
	return &fault{http.StatusServiceUnavailable, codeConcurrency, fmt.Sprintf("%d requests are under way already", limit)}
}

// execute returns the status and the answer of one operation; nil if it has already written the
// answer.
func (e *endpoint) execute(
	w http.ResponseWriter, r *http.Request, params *graphql.RawParams, form string,
) (int, *graphql.Response) {
	op, errs := e.prepare(r.Context(), params)
	ctx := graphql.WithOperationContext(r.Context(), op)
	if len(errs) > 0 {
		return refusedStatus(form), e.exec.DispatchError(ctx, errs)
	}
	kind := op.Operation.Operation
	switch {
	case r.Method == http.MethodGet && kind != ast.Query:
		w.Header().Set("Allow", http.MethodPost)
		writeError(w, r, http.StatusMethodNotAllowed, codeMethod, "a "+string(kind)+" is not taken by GET")
		return 0, nil
	case kind == ast.Subscription:
		writeError(w, r, http.StatusNotAcceptable, codeNotAcceptable, "a subscription is answered with events")
		return 0, nil
	}
	next, ctx := e.exec.DispatchOperation(ctx, op)
	response := next(ctx)
	if response != nil && response.Data == nil && firstCode(response) == codeConcurrency {
		w.Header().Set("Retry-After", retryAfter)
		return http.StatusServiceUnavailable, response
	}
	return http.StatusOK, response
}

// retryAfter is how many seconds a caller without a slot should wait.
const retryAfter = "1"

// refusedStatus returns the status of an operation that was not executed: clients that accept
// only JSON take anything but 200 for an error of an intermediary.
func refusedStatus(form string) int {
	if form == mediaGraphQL {
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// result is an answer with its fields in order. Without an execution it has no data at all.
type result struct {
	Errors     gqlerror.List   `json:"errors,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Extensions map[string]any  `json:"extensions,omitempty"`
}

func writeAnswer(w http.ResponseWriter, status int, form string, response *graphql.Response) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // a test's recorder does not support it
	w.Header().Set("Content-Type", form+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(encode(response)) // the client may be gone
}

func encode(response *graphql.Response) []byte {
	b, err := json.Marshal(result{Errors: response.Errors, Data: response.Data, Extensions: response.Extensions})
	if err != nil {
		return []byte("{}") // does not happen: the data is JSON already
	}
	return b
}

// writeFault answers a request that never became an operation.
func writeFault(w http.ResponseWriter, r *http.Request, f *fault) {
	if f.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	writeError(w, r, f.status, f.code, f.message)
}

package httpapi

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
)

// Agents makes the handler of the Model Context Protocol. The handler asks through post, with the
// context of its request: a GraphQL request in JSON, and its answer.
type Agents func(post func(ctx context.Context, request []byte) ([]byte, error)) http.Handler

// mcp serves the Model Context Protocol with the origins, the tokens and the limits of bodies of the
// GraphQL endpoint. Whatever a tool asks, it asks there.
func (e *endpoint) mcp(o Options) http.Handler {
	tools := o.Agents(e.post)
	return withAuth(o, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = withAddress(r)
		if !e.origins.admits(r, e.guarded()) {
			writeError(w, r, http.StatusForbidden, codeOrigin, refusedOrigin)
			return
		}
		body, done, f := e.reader.body(w, r)
		defer done()
		if f != nil {
			writeFault(w, r, f)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		tools.ServeHTTP(w, r)
	}))
}

type ownKey struct{}

// own reports whether causeway itself wrote the document of a request.
func own(ctx context.Context) bool {
	yes, _ := ctx.Value(ownKey{}).(bool)
	return yes
}

// post executes a GraphQL request of a tool and returns its answer. A caller that went away, or finds
// no free slot, gets an answer too, with the error in it.
func (e *endpoint) post(ctx context.Context, request []byte) ([]byte, error) {
	ctx = context.WithValue(graphql.StartOperationTrace(ctx), ownKey{}, true)
	params, f := decode(request)
	if f != nil {
		return nil, f
	}
	params.ReadTime = graphql.TraceTiming{Start: graphql.Now(), End: graphql.Now()}
	op, errs := e.prepare(ctx, params)
	ctx = graphql.WithOperationContext(ctx, op)
	if len(errs) > 0 {
		return encode(e.exec.DispatchError(ctx, errs)), nil
	}
	next, ctx := e.exec.DispatchOperation(ctx, op)
	return encode(next(ctx)), nil
}

// Error is the message of a fault.
func (f *fault) Error() string { return f.message }

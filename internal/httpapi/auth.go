package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/causeway-memory/causeway/internal/auth"
)

// Authenticator identifies the caller of a request. [auth.Keeper] implements it.
type Authenticator interface {
	// Needed reports whether requests need a token.
	Needed() bool
	// Authenticate returns the caller for a value of the header Authorization, or an error that
	// says what to do.
	Authenticate(header string) (auth.Principal, error)
	// Valid reports whether the principal's token is still valid.
	Valid(p auth.Principal) bool
}

// needed reports whether requests need a token.
func (o Options) needed() bool { return o.Auth != nil && o.Auth.Needed() }

// withAuth requires a valid token if tokens are needed. A WebSocket may send its token in the
// first message instead, because browsers cannot set its headers; see initSocket.
func withAuth(o Options, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get("Authorization")
		switch {
		case !o.needed(), header == "" && isSocket(r), r.Method == http.MethodOptions:
			next.ServeHTTP(w, r)
			return
		}
		p, err := o.Auth.Authenticate(header)
		if err != nil {
			unauthenticated(w, r, err)
			return
		}
		noteToken(r.Context(), p)
		next.ServeHTTP(w, r.WithContext(auth.With(r.Context(), p)))
	})
}

func isSocket(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

func unauthenticated(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="causeway"`)
	writeError(w, r, http.StatusUnauthorized, codeUnauthenticated, err.Error())
}

// withAllProjects admits only tokens for all projects: the answer concerns all of them.
func withAllProjects(o Options, next http.Handler) http.Handler {
	return withAuth(o, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !seesAll(r.Context(), o) {
			writeError(w, r, http.StatusForbidden, codeForbidden, "this needs a token for all projects")
			return
		}
		next.ServeHTTP(w, r)
	}))
}

// seesAll reports whether the caller may know about every project.
func seesAll(ctx context.Context, o Options) bool {
	p, asked := auth.From(ctx)
	return !o.needed() || asked && p.All
}

// mayReadReasons reports whether a request may read what concerns every project, on a route that
// also answers without a token.
func mayReadReasons(o Options, r *http.Request) bool {
	if !o.needed() {
		return true
	}
	p, err := o.Auth.Authenticate(r.Header.Get("Authorization"))
	return err == nil && p.All
}

// initSocket reads the token of a WebSocket from the payload of connection_init unless the
// request had one.
func initSocket(o Options, streams slots) transport.WebsocketInitFunc {
	return func(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
		if _, asked := auth.From(ctx); asked || !o.needed() {
			return ctx, nil, nil
		}
		p, err := o.Auth.Authenticate(payload.Authorization())
		if err != nil {
			return ctx, nil, err
		}
		if err := streams.move(ctx); err != nil {
			return ctx, nil, err
		}
		noteToken(ctx, p)
		return auth.With(ctx, p), nil, nil
	}
}

// checkPrincipal checks the token before each operation and after each event of a subscription.
// It is also the last line of defense if a transport lets a request through without a token.
func checkPrincipal(ctx context.Context, o Options) *gqlerror.Error {
	if !o.needed() {
		return nil
	}
	if p, asked := auth.From(ctx); asked && o.Auth.Valid(p) {
		return nil
	}
	return refuse(codeUnauthenticated, "%s", auth.ErrUnauthenticated.Error())
}

// admitted starts an operation only for callers who may, and ends a subscription at the first
// event after its token was revoked or has expired; that event is not sent.
func admitted(o Options) graphql.OperationMiddleware {
	return func(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
		if err := checkPrincipal(ctx, o); err != nil {
			return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{err}})
		}
		answers, ended := next(ctx), false
		if graphql.GetOperationContext(ctx).Operation.Operation != ast.Subscription {
			return answers
		}
		return func(ctx context.Context) *graphql.Response {
			if ended {
				return nil
			}
			response := answers(ctx)
			if response == nil {
				return nil
			}
			if err := checkPrincipal(ctx, o); err != nil {
				ended = true
				return &graphql.Response{Errors: gqlerror.List{err}}
			}
			return response
		}
	}
}

package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/graph/generated"
)

// cachedQueries is how many parsed queries are kept, cachedBytes the longest text kept: together
// they bound the memory.
const (
	cachedQueries = 500
	cachedBytes   = 8 << 10
)

// errPanic replaces a panic in a resolver; the log has its text.
var errPanic = errors.New("panic in a resolver")

// newGraphQL configures the GraphQL endpoint.
func newGraphQL(o Options) *endpoint {
	server := executor.New(generated.NewExecutableSchema(generated.Config{
		Schema: schema(), Resolvers: o.Root, Complexity: costs(),
	}))
	e := &endpoint{
		exec: server, reader: newReader(o.Limits), origins: o.Origins, guarded: o.needed, log: o.Log,
		running: make(slots, o.Limits.Concurrent), streams: make(slots, o.Limits.Streams), unauthenticated: make(slots, o.Limits.Streams),
		answers:        newAnswers(o.Limits),
		introspections: make(slots, manyIntrospections), preparing: make(slots, 2*runtime.GOMAXPROCS(0)),
	}
	e.socket = newSocket(o, e.streams)
	known := shortQueries{lru.New[*ast.QueryDocument](cachedQueries)}
	server.SetQueryCache(known)
	server.SetParserTokenLimit(o.Limits.Tokens)
	server.SetDisableSuggestion(!o.Limits.Introspection)
	if o.Limits.Introspection {
		server.Use(extension.Introspection{})
	} else {
		server.SetDefaultRulesFn(silentRules)
		server.Use(secret{})
	}
	server.Use(o.Documents)
	server.Use(shape{
		tokens: o.Limits.Tokens, depth: o.Limits.Depth, aliases: o.Limits.Aliases, fields: o.Limits.Fields, known: known,
	})
	server.Use(conditions{})
	server.Use(extension.FixedComplexityLimit(o.Limits.Complexity))
	server.SetErrorPresenter(presenter{log: o.Log}.present)
	server.SetRecoverFunc(recoverWith(o.Log))
	observer := newObserver(o)
	server.AroundOperations(observer.around)
	server.AroundOperations(stamped)
	server.AroundOperations(e.limit)
	server.AroundOperations(admitted(o))
	server.AroundOperations(func(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
		return next(o.Root.WithBatches(ctx))
	})
	server.AroundOperations(e.answers.measured)
	if o.Tracer != nil {
		server.AroundRootFields(traceRootFields(o.Tracer))
		server.AroundFields(traceFields(o.Tracer))
	}
	server.AroundFields(access)
	server.AroundFields(weigh)
	server.AroundRootFields(aroundField(o))
	server.AroundResponses(aroundOperation(o.Limits, observer))
	return e
}

// schema returns the schema without the directive @defer, which every schema has by default:
// deferred parts are never sent, so they would be missing without an error.
func schema() *ast.Schema {
	offered := *generated.NewExecutableSchema(generated.Config{}).Schema()
	offered.Directives = maps.Clone(offered.Directives)
	delete(offered.Directives, "defer")
	return &offered
}

// stamped stamps the errors of an operation refused before it begins, which do not pass
// aroundOperation.
func stamped(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	answers := next(ctx)
	return func(ctx context.Context) *graphql.Response {
		response := answers(ctx)
		if response != nil {
			stamp(ctx, response.Errors)
		}
		return response
	}
}

// recoverWith logs a panic of a resolver and returns an error that the presenter turns into
// INTERNAL.
func recoverWith(log *slog.Logger) graphql.RecoverFunc {
	return func(ctx context.Context, reason any) error {
		log.ErrorContext(ctx, "panic", "reason", reason, "stack", string(debug.Stack()), "request_id", RequestID(ctx))
		return fmt.Errorf("%w", errPanic)
	}
}

// aroundField gives each field of a mutation its own batches, because it must see what the
// previous field wrote, and informs the recorder.
func aroundField(o Options) graphql.RootFieldMiddleware {
	return func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
		began, kind := time.Now(), "Query"
		switch graphql.GetOperationContext(ctx).Operation.Operation {
		case ast.Mutation:
			ctx, kind = o.Root.WithBatches(ctx), "Mutation"
		case ast.Subscription:
			ctx, kind = o.Root.WithBatches(ctx), "Subscription"
		}
		answer := next(ctx)
		if o.Recorder != nil {
			name := graphql.GetRootFieldContext(ctx).Field.Name
			o.Recorder.ObserveField(kind+"."+name, time.Since(began))
		}
		return answer
	}
}

// aroundOperation bounds the time of an operation and stamps its errors; it also observes
// operations that never began.
func aroundOperation(limits Limits, observer observer) graphql.ResponseMiddleware {
	return func(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
		began, limit := time.Now(), limits.QueryTime
		var kind ast.Operation
		if op := graphql.GetOperationContext(ctx).Operation; op != nil {
			kind = op.Operation
		}
		if kind == ast.Mutation {
			limit = limits.MutationTime
		}
		if kind != ast.Subscription { // a subscription lasts as long as its client wants
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, limit)
			defer cancel()
		}
		response := next(ctx)
		if response == nil {
			return nil
		}
		stamp(ctx, response.Errors)
		observer.refused(ctx, response, began)
		return response
	}
}

// shortQueries keeps long texts out of the cache, whose capacity is a number of entries.
type shortQueries struct {
	graphql.Cache[*ast.QueryDocument]
}

// Add implements [graphql.Cache].
func (c shortQueries) Add(ctx context.Context, query string, doc *ast.QueryDocument) {
	if len(query) <= cachedBytes {
		c.Cache.Add(ctx, query, doc)
	}
}

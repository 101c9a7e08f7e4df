package httpapi

import (
	"context"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// slots limit concurrent operations. Nothing waits: a caller without a free slot is told to retry.
type slots chan struct{}

// take returns a function that frees the slot, to be called once; nil if no slot is free.
func (s slots) take() func() {
	select {
	case s <- struct{}{}:
		return func() { <-s }
	default:
		return nil
	}
}

type slotKey struct{}

// withSlot marks a request that already holds a slot.
func withSlot(ctx context.Context) context.Context {
	return context.WithValue(ctx, slotKey{}, true)
}

func hasSlot(ctx context.Context) bool {
	held, _ := ctx.Value(slotKey{}).(bool)
	return held
}

// limit gives operations that come over streams their slots, and bounds subscriptions. The slot
// is freed when the operation's context ends.
func (e *endpoint) limit(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	if graphql.GetOperationContext(ctx).Operation.Operation == ast.Subscription {
		free := e.streams.take()
		if free == nil {
			return e.refuse(ctx, codeStreams, "%d subscriptions and sockets are open already", cap(e.streams))
		}
		context.AfterFunc(ctx, free)
		return next(ctx)
	}
	if asksSchema(graphql.GetOperationContext(ctx)) {
		free := e.introspections.take()
		if free == nil {
			return e.refuse(ctx, codeConcurrency, "%d introspections are under way already", cap(e.introspections))
		}
		next = freeing(next, sync.OnceFunc(free))
	}
	if hasSlot(ctx) {
		return next(ctx)
	}
	free := e.running.take()
	if free == nil {
		return e.refuse(ctx, codeConcurrency, "%d requests are under way already", cap(e.running))
	}
	return freeing(next, sync.OnceFunc(free))(ctx)
}

// freeing frees a slot as soon as an operation is answered, or else when its context ends.
func freeing(next graphql.OperationHandler, free func()) graphql.OperationHandler {
	return func(ctx context.Context) graphql.ResponseHandler {
		context.AfterFunc(ctx, free)
		answers := next(ctx)
		return func(ctx context.Context) *graphql.Response {
			defer free()
			return answers(ctx)
		}
	}
}

// prepare parses and validates an operation. Only a few may do so at a time, because a thousand
// hostile ones taking turns would keep everyone else waiting. A caller that is gone stops
// waiting.
func (e *endpoint) prepare(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	select {
	case e.preparing <- struct{}{}:
		defer func() { <-e.preparing }()
		return e.exec.CreateOperationContext(ctx, params)
	case <-ctx.Done():
		return &graphql.OperationContext{}, gqlerror.List{refuse(codeTimeout, "the caller went away")}
	}
}

// throttledExecutor is the executor for the WebSocket transport; it makes operations wait for
// prepare too.
type throttledExecutor struct {
	graphql.GraphExecutor
	e *endpoint
}

// CreateOperationContext implements [graphql.GraphExecutor].
func (o throttledExecutor) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	return o.e.prepare(ctx, params)
}

func (e *endpoint) refuse(ctx context.Context, code, format string, args ...any) graphql.ResponseHandler {
	return graphql.OneShot(e.exec.DispatchError(ctx, gqlerror.List{refuse(code, format, args...)}))
}

package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// mostFieldSpans is how many fields below the root of one operation become spans; in a long list,
// the first ones tell as much.
const mostFieldSpans = 100

// codeAttribute is the attribute for the code of the first error.
const codeAttribute = "causeway.error.code"

// untraced lists the routes of health checks and metrics, and those that take traces in: a service that sends
// its own traces there would never end.
func untraced(route string) bool {
	return route == "/healthz" || route == "/readyz" || route == "/metrics" || strings.HasSuffix(route, tracesRoute) || strings.HasSuffix(route, logsRoute)
}

// withTrace makes a span of each request, except for those of untraced routes, as a child of the
// span in the header traceparent. otelhttp is not used because it puts the path, the host and the
// user agent, which callers write, into a span.
func withTrace(tracer trace.Tracer, route func(*http.Request) string, next http.Handler) http.Handler {
	if tracer == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := route(r)
		if untraced(at) {
			next.ServeHTTP(w, r)
			return
		}
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := tracer.Start(ctx, method(r)+" "+at, trace.WithSpanKind(trace.SpanKindServer),
			trace.WithAttributes(semconv.HTTPRequestMethodKey.String(method(r)), semconv.HTTPRoute(at)))
		defer span.End()
		a := &answered{ResponseWriter: w}
		defer func() {
			span.SetAttributes(semconv.HTTPResponseStatusCode(a.status), semconv.HTTPResponseBodySize(int(a.bytes)))
			if a.status >= http.StatusInternalServerError {
				span.SetStatus(codes.Error, "")
			}
		}()
		next.ServeHTTP(a, r.WithContext(ctx))
	})
}

// method returns the method of a request if it is a standard one.
func method(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete, http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return r.Method
	}
	return "_OTHER"
}

type fieldSpansKey struct{}

// traceOperation starts the span of an operation; nil without a tracer.
func (o observer) traceOperation(ctx context.Context, of Operation) (context.Context, trace.Span) {
	if o.tracer == nil {
		return ctx, nil
	}
	attributes := []attribute.KeyValue{
		semconv.GraphQLOperationTypeKey.String(of.Type), attribute.Int("causeway.graphql.cost", of.Cost),
	}
	if of.Name != "" {
		attributes = append(attributes, semconv.GraphQLOperationName(of.Name))
	}
	ctx, span := o.tracer.Start(ctx, of.Type, trace.WithAttributes(attributes...))
	return context.WithValue(ctx, fieldSpansKey{}, new(atomic.Int64)), span
}

func endOperation(span trace.Span, of Operation) {
	if span == nil {
		return
	}
	if of.Code != codeOK {
		markCode(span, of.Code)
	}
	span.End()
}

// markRefused records in the span of a request why its operation never began.
func markRefused(ctx context.Context, code string) {
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		markCode(span, code)
	}
}

// markCode sets the error code of a span; the span is marked as failed only if the service is to
// blame, not the caller.
func markCode(span trace.Span, code string) {
	span.SetAttributes(attribute.String(codeAttribute, code))
	switch code {
	case codeInternal, codeUnavailable, codeTimeout:
		span.SetStatus(codes.Error, "")
	}
}

// traceRootFields makes a span of each field of Query, Mutation and Subscription, which ends when
// everything below it is resolved.
func traceRootFields(tracer trace.Tracer) graphql.RootFieldMiddleware {
	return func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
		field := graphql.GetRootFieldContext(ctx)
		ctx, span := tracer.Start(ctx, field.Field.ObjectDefinition.Name+"."+field.Field.Name)
		defer span.End()
		return next(ctx)
	}
}

// traceFields makes spans of the fields below the root that have resolvers, and sets the error
// codes of root fields. Fields that are only read from memory get none.
func traceFields(tracer trace.Tracer) graphql.FieldMiddleware {
	return func(ctx context.Context, next graphql.Resolver) (any, error) {
		field := graphql.GetFieldContext(ctx)
		if !field.IsResolver {
			return next(ctx)
		}
		span := trace.SpanFromContext(ctx)
		if field.Parent != nil && field.Parent.Parent != nil {
			made, counted := ctx.Value(fieldSpansKey{}).(*atomic.Int64)
			if !counted || made.Add(1) > mostFieldSpans {
				return next(ctx)
			}
			ctx, span = tracer.Start(ctx, field.Object+"."+field.Field.Name)
			defer span.End()
		}
		value, err := next(ctx)
		if err != nil {
			markCode(span, codeOf(err))
		}
		return value, err
	}
}

// codeOf returns the code that a client gets for an error of a resolver.
func codeOf(err error) string {
	var shown *gqlerror.Error
	if errors.As(err, &shown) {
		if code, ok := shown.Extensions["code"].(string); ok {
			return code
		}
	}
	return presenter{}.look(err).code
}

package httpapi

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/ast"
	"go.opentelemetry.io/otel/trace"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// Operation is what the recorder learns about one GraphQL operation. Name is its only text from
// the caller.
type Operation struct {
	// Type is query, mutation or subscription, or invalid if it could not be determined.
	Type string
	// Name is the operation's name if it is a plain word, otherwise empty, because a caller wrote
	// it.
	Name string
	// Cost is the complexity; 0 if it was refused before that was known.
	Cost int
	// Code is the code of the first error, or OK.
	Code string
	// Took is the duration, for a subscription the time it was open.
	Took time.Duration
}

// plainName matches the operation names that are logged: a word, so that nobody can write a text,
// a secret or an extra line into the log.
var plainName = lazy.Pattern(`^[A-Za-z0-9_]{1,64}$`)

// codeOK means no error.
const codeOK = "OK"

// observer reports operations to the recorder, the log and the trace.
type observer struct {
	recorder Recorder
	log      *slog.Logger
	slow     time.Duration
	tracer   trace.Tracer
}

func newObserver(o Options) observer {
	return observer{recorder: o.Recorder, log: o.Log, slow: o.Slow, tracer: o.Tracer}
}

type seenKey struct{}

// seen is a running operation. It is reported once.
type seen struct {
	observer

	ctx   context.Context
	began time.Time
	span  trace.Span
	once  sync.Once

	mu        sync.Mutex
	operation Operation
}

// around reports an operation when it has its answer, and a subscription when it ends.
func (o observer) around(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	s := &seen{observer: o, began: time.Now(), operation: operationOf(ctx)}
	ctx = context.WithValue(ctx, seenKey{}, s)
	ctx, s.span = o.traceOperation(ctx, s.operation)
	s.ctx = ctx
	lasts := s.operation.Type == string(ast.Subscription)
	if lasts {
		noteLasting(ctx)
		context.AfterFunc(ctx, s.end) // its transport may stop reading before the end
	}
	answers := next(ctx)
	return func(ctx context.Context) *graphql.Response {
		if !lasts {
			defer s.end()
		}
		response := answers(ctx)
		s.answered(response)
		return response
	}
}

// refused reports an operation that never began; around reports the others.
func (o observer) refused(ctx context.Context, response *graphql.Response, began time.Time) {
	if _, began := ctx.Value(seenKey{}).(*seen); began {
		return
	}
	s := &seen{observer: o, ctx: ctx, began: began, operation: operationOf(ctx)}
	s.operation.Code = firstCode(response)
	markRefused(ctx, s.operation.Code)
	s.end()
}

// operationOf returns what is known of an operation before it begins.
func operationOf(ctx context.Context) Operation {
	of := Operation{Type: "invalid", Code: codeOK}
	op := graphql.GetOperationContext(ctx)
	if op.Operation == nil {
		return of
	}
	of.Type = string(op.Operation.Operation)
	if plainName().MatchString(op.Operation.Name) {
		of.Name = op.Operation.Name
	}
	if stats := extension.GetComplexityStats(ctx); stats != nil {
		of.Cost = stats.Complexity
	}
	return of
}

func (s *seen) answered(response *graphql.Response) {
	if response == nil {
		s.end()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if code := firstCode(response); s.operation.Code == codeOK {
		s.operation.Code = code
	}
}

func (s *seen) end() {
	s.once.Do(func() {
		s.mu.Lock()
		of := s.operation
		s.mu.Unlock()
		of.Took = time.Since(s.began)
		endOperation(s.span, of)
		if s.recorder != nil {
			s.recorder.ObserveOperation(of)
		}
		if n := noteOf(s.ctx); !n.tell(of) {
			s.log.LogAttrs(s.ctx, s.level(of), "operation", append(of.attributes(), n.identity(s.ctx)...)...)
		}
	})
}

// level is a warning for a slow operation. It does not apply to subscriptions, which last as long
// as the client wants.
func (o observer) level(of Operation) slog.Level {
	if o.slow > 0 && of.Took >= o.slow && of.Type != string(ast.Subscription) {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

// attributes returns what the log says about an operation.
func (of Operation) attributes() []slog.Attr {
	out := []slog.Attr{slog.String("type", of.Type)}
	if of.Name != "" {
		out = append(out, slog.String("operation", of.Name))
	}
	return append(out, slog.Int("cost", of.Cost), slog.String("code", of.Code), slog.Duration("took", of.Took))
}

func firstCode(r *graphql.Response) string {
	if len(r.Errors) == 0 {
		return codeOK
	}
	code, _ := r.Errors[0].Extensions["code"].(string)
	return code
}

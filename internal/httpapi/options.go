package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/causeway-memory/causeway/graph/resolvers"
	"github.com/causeway-memory/causeway/internal/otlp"
)

// Options configure the handler. Root, Limits, Ready and Log are required.
type Options struct {
	// Root answers the fields of the schema.
	Root *resolvers.Root
	// Limits bound what one request may cost.
	Limits Limits
	// Ready checks the engines for /readyz.
	Ready func(context.Context) Readiness
	// Auth authenticates requests; nil allows everybody.
	Auth Authenticator
	// Page serves GraphiQL at /graphiql/; nil leaves it out.
	Page http.Handler
	// Desk serves the analyst's workspace: handlers of GET by path; nil leaves it out.
	Desk map[string]http.Handler
	// Browser serves what Neo4j Browser loads, at /browser/; nil leaves it out.
	Browser http.Handler
	// Agents serves the Model Context Protocol at /mcp; nil leaves it out.
	Agents Agents
	// Traces takes spans and log records in at /v1/traces and /v1/logs; nil leaves them out.
	Traces *otlp.Receiver
	// Metrics serves /metrics; nil leaves it out.
	Metrics http.Handler
	// Recorder observes every operation; nil disables it.
	Recorder Recorder
	// Origins are the allowed origins beside causeway's own, like https://tools.example.
	Origins []string
	// Documents are the trusted operations.
	Documents Documents
	// Tracer traces requests, operations and fields; nil disables tracing.
	Tracer trace.Tracer
	// Slow is the duration above which the log warns of an operation; 0 disables the warning.
	Slow time.Duration
	// Log receives the access log and the internal text of errors.
	Log *slog.Logger
}

// Limits bound the cost of one request. All are required; DefaultLimits sets them.
type Limits struct {
	// BodyBytes is the maximum size of a request body.
	BodyBytes int64
	// BodyTime is how long a body may take to arrive.
	BodyTime time.Duration
	// Concurrent is the maximum number of concurrent requests.
	Concurrent int
	// Streams is the maximum number of open WebSockets and subscriptions.
	Streams int
	// Tokens is the maximum number of tokens of a query.
	Tokens int
	// Depth is the maximum nesting depth of fields.
	Depth int
	// Aliases is the maximum number of aliased fields of a query.
	Aliases int
	// Fields is the maximum number of fields of a query, counting fragments at every spread.
	// Validating 1000 fields takes less than a quarter of a second; the time grows with the square.
	Fields int
	// Complexity is the maximum cost of a query; a field costs 1, a list its page size times the
	// cost of one item.
	Complexity int
	// AnswerBytes is the maximum size of an answer, and of the contents of episodes that it is read from.
	AnswerBytes int64
	// QueryTime and MutationTime are how long an operation may take.
	QueryTime    time.Duration
	MutationTime time.Duration
	// Introspection allows clients to query the schema.
	Introspection bool
}

// DefaultLimits returns limits that fit the explorer, an import of some hundred files and every
// example of the documentation.
func DefaultLimits() Limits {
	return Limits{
		BodyBytes:     16 << 20,
		BodyTime:      30 * time.Second,
		Concurrent:    256,
		Streams:       256,
		Tokens:        20_000,
		Depth:         20,
		Aliases:       50,
		Fields:        1000,
		Complexity:    200_000,
		AnswerBytes:   16 << 20,
		QueryTime:     30 * time.Second,
		MutationTime:  5 * time.Minute,
		Introspection: true,
	}
}

// Recorder observes requests for metrics.
type Recorder interface {
	// ObserveOperation is called for every GraphQL operation that was executed or rejected.
	ObserveOperation(Operation)
	// ObserveField is called with the duration of one field of Query, Mutation or Subscription.
	ObserveField(field string, took time.Duration)
	// BeginRequest is called when an HTTP request begins; the returned function is called at its
	// end.
	BeginRequest() func(Request)
}

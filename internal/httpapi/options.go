package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/causeway-memory/causeway/graph/resolvers"
)

// Options are what the handler is made of. Root, Limits, Ready and Log are needed.
type Options struct {
	// Root answers the fields of the schema.
	Root *resolvers.Root
	// Limits bound what one request may cost.
	Limits Limits
	// Ready looks at the engines; it is asked at /readyz.
	Ready func(context.Context) Readiness
	// Auth says who asks; nil lets everybody in.
	Auth Authenticator
	// Page serves GraphiQL at /graphiql/; nil leaves it out.
	Page http.Handler
	// Explore serves the drawing of factors and links at /explore/; nil leaves it out.
	Explore http.Handler
	// Browser serves what Neo4j Browser loads, at /browser/; nil leaves it out.
	Browser http.Handler
	// Metrics serves /metrics; nil leaves it out.
	Metrics http.Handler
	// Recorder is told about every operation; nil when nobody counts.
	Recorder Recorder
	// Origins are the pages that may ask beside causeway's own, like https://tools.example.
	Origins []string
	// Documents are the operations that are trusted.
	Documents Documents
	// Tracer makes spans of requests, operations and fields; nil when nobody traces.
	Tracer trace.Tracer
	// Slow is how long an operation takes that the log warns of; 0 for none.
	Slow time.Duration
	// Log takes the access log and the inner text of errors.
	Log *slog.Logger
}

// Limits bound what one request may cost. All are needed; DefaultLimits has them.
type Limits struct {
	// BodyBytes is the most bytes of a request's body.
	BodyBytes int64
	// BodyTime is how long a body may take to arrive.
	BodyTime time.Duration
	// Concurrent is the most requests that are answered at once.
	Concurrent int
	// Streams is the most WebSockets and subscriptions that are open at once.
	Streams int
	// Tokens is the most tokens of a query's text.
	Tokens int
	// Depth is the most fields below one another.
	Depth int
	// Aliases is the most fields that a query renames.
	Aliases int
	// Fields is the most fields of a query, those of fragments counted wherever they are
	// spread. At 1000 validation takes less than a quarter of a second; its time grows with the square.
	Fields int
	// Complexity is the most that a query may cost; a field costs 1, a list its page size
	// times what one item costs.
	Complexity int
	// QueryTime and MutationTime are how long an operation may take.
	QueryTime    time.Duration
	MutationTime time.Duration
	// Introspection lets clients ask for the schema.
	Introspection bool
}

// DefaultLimits returns limits that the explorer, an import of some hundred files and
// every example of the documentation stay below.
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
		QueryTime:     30 * time.Second,
		MutationTime:  5 * time.Minute,
		Introspection: true,
	}
}

// Recorder counts what is served.
type Recorder interface {
	// ObserveOperation is told about one GraphQL operation that was executed or refused.
	ObserveOperation(Operation)
	// ObserveField is told how long one field of Query, Mutation or Subscription took.
	ObserveField(field string, took time.Duration)
	// BeginRequest is told that a request over HTTP begins, and returns what is told of its end.
	BeginRequest() func(Request)
}

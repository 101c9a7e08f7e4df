package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/migration"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

// provocation makes the API return an error, and returns that error.
type provocation func(t *testing.T) shown

// asked provokes an error by a request to a separate handler.
func asked(edit func(*httpapi.Options), ask func(d door) answer) provocation {
	return func(t *testing.T) shown {
		t.Helper()
		got := ask(open(t, edit))
		if len(got.Errors) == 0 {
			t.Fatalf("no error: %d %s", got.Status, got.Body)
		}
		return got.Errors[0]
	}
}

// query provokes an error by a query within the default limits.
func query(text string) provocation {
	return asked(nil, func(d door) answer { return d.ask(text, nil) })
}

// raised provokes an error by the error of a resolver.
func raised(err error) provocation {
	return func(t *testing.T) shown {
		t.Helper()
		ctx := graphql.WithResponseContext(t.Context(), httpapi.Presenter(slog.New(slog.DiscardHandler)), graphql.DefaultRecover)
		graphql.AddError(ctx, err)
		list := graphql.GetErrors(ctx)
		httpapi.Stamp(ctx, list)
		e := shown{Message: list[0].Message}
		e.Extensions.Code, _ = list[0].Extensions["code"].(string)
		e.Extensions.Hint, _ = list[0].Extensions["hint"].(string)
		e.Extensions.RequestID = "none outside of a request"
		return e
	}
}

func badInput(code string) provocation {
	return raised(&problem.InvalidError{Problems: []problem.Problem{{Path: "input", Code: code, Message: "is wrong"}}})
}

// provocations has one for every code.
func provocations() map[string]provocation {
	const secret = "MATCH (n) password=hunter2 10.0.0.3:7687"
	full := func(o *httpapi.Options) { o.Limits.Concurrent = 0 }
	slow := func(o *httpapi.Options) { o.Limits.BodyTime = 50 * time.Millisecond }
	tiny := func(o *httpapi.Options) { o.Limits.AnswerBytes = 100 }
	trusting := func(o *httpapi.Options) { o.Documents.Only = true }
	return map[string]provocation{
		"BAD_REQUEST":            asked(nil, func(d door) answer { return d.post("{") }),
		"BATCH_REFUSED":          asked(nil, func(d door) answer { return d.post("[]") }),
		"METHOD_NOT_ALLOWED":     asked(nil, func(d door) answer { return d.send("PUT", "/graphql", "", "") }),
		"UNSUPPORTED_MEDIA_TYPE": asked(nil, func(d door) answer { return d.send("POST", "/graphql", "text/plain", typename) }),
		"NOT_ACCEPTABLE":         asked(nil, func(d door) answer { return d.post(typename, "Accept", "image/png") }),
		"ORIGIN_REFUSED":         asked(nil, func(d door) answer { return d.post(typename, "Origin", "https://elsewhere.example") }),
		"UNAUTHENTICATED":        asked(func(o *httpapi.Options) { o.Auth = everybody{} }, func(d door) answer { return d.post(typename) }),
		"FORBIDDEN": asked(func(o *httpapi.Options) { o.Auth = everybody{&auth.Principal{All: true}} }, func(d door) answer {
			return d.ask(`mutation { deleteEpisode(project: "p", key: "k") { removedId } }`, nil)
		}),
		"GRAPHQL_PARSE_FAILED":      query("{"),
		"GRAPHQL_VALIDATION_FAILED": query("{ nothing }"),
		"INTROSPECTION_OFF": asked(func(o *httpapi.Options) { o.Limits.Introspection = false }, func(d door) answer {
			return d.ask(`{ ...f } fragment f on Query { ... { __schema { queryType { name } } } }`, nil)
		}),
		"PERSISTED_QUERY_NOT_FOUND":  asked(nil, func(d door) answer { return d.post(`{"documentId":"x"}`) }),
		"TRUSTED_DOCUMENT_REQUIRED":  asked(trusting, func(d door) answer { return d.post(typename) }),
		"DEPTH_LIMIT_EXCEEDED":       query(deep(100)),
		"ALIAS_LIMIT_EXCEEDED":       query(aliases(60, "__typename")),
		"FIELD_LIMIT_EXCEEDED":       query("{ " + strings.Repeat("__typename ", 2000) + "}"),
		"TOKEN_LIMIT_EXCEEDED":       query("{ " + strings.Repeat("projects { name } ", 6000) + "}"),
		"COMPLEXITY_LIMIT_EXCEEDED":  query(`{ episodes(project: "p", first: 2147483647) { edges { node { events { key } } } } }`),
		"ANSWER_LIMIT_EXCEEDED":      asked(tiny, func(d door) answer { return d.ask(`{ __schema { types { name description } } }`, nil) }),
		"BODY_LIMIT_EXCEEDED":        asked(nil, func(d door) answer { return d.post(strings.Repeat(" ", 17<<20)) }),
		"BODY_TIMEOUT":               asked(slow, func(d door) answer { return d.slowly(typename) }),
		"CONCURRENCY_LIMIT_EXCEEDED": asked(full, func(d door) answer { return d.post(typename) }),
		"STREAM_LIMIT_EXCEEDED":      asked(func(o *httpapi.Options) { o.Limits.Streams = 0 }, door.upgraded),
		"TIMEOUT":                    raised(fmt.Errorf("%s: %w", secret, context.DeadlineExceeded)),
		"INVALID_INPUT":              badInput(problem.CodeInvalid),
		"DUPLICATE_ID":               badInput(problem.CodeDuplicateID),
		"DANGLING_REFERENCE":         badInput(problem.CodeDanglingReference),
		"TOO_LARGE":                  badInput(problem.CodeTooLarge),
		"NOT_FOUND":                  raised(fmt.Errorf("episode %q: %w", "k", episodic.ErrNotFound)),
		"PROJECT_NOT_FOUND":          raised(fmt.Errorf("project %q: %w", "p", episodic.ErrProjectNotFound)),
		"CONFLICT":                   raised(fmt.Errorf("%s: %w", secret, episodic.ErrConflict)),
		"IDEMPOTENCY_CONFLICT":       raised(fmt.Errorf("recordEpisode: %w", idempotency.ErrConflict)),
		"JOB_LIMIT_EXCEEDED":         raised(fmt.Errorf("%s: %w", secret, jobs.ErrTooMany)),
		"RESOURCE_EXHAUSTED":         raised(fmt.Errorf("%s: %w", secret, &journal.ExhaustedError{Records: 7, RetryAfter: time.Second})),
		"SCHEMA_NEWER":               raised(migration.Newer(secret)),
		"UNAVAILABLE":                raised(&episodic.EngineError{Engine: "Neo4j", Err: errors.New(secret)}),
		"INTERNAL":                   raised(errors.New(secret)),
	}
}

// TestCodes_EachCanBeProvoked provokes every code and checks the error as a client gets it.
func TestCodes_EachCanBeProvoked(t *testing.T) {
	all := provocations()
	var listed []string
	for _, c := range httpapi.Codes() {
		listed = append(listed, c.Name)
	}
	slices.Sort(listed)
	if diff := cmp.Diff(listed, slices.Sorted(maps.Keys(all))); diff != "" {
		t.Errorf("provoked codes (-listed +provoked):\n%s", diff)
	}
	for code, provoke := range all {
		t.Run(code, func(t *testing.T) {
			e := provoke(t)
			if e.Extensions.Code != code || e.Message == "" || e.Extensions.Hint == "" || e.Extensions.RequestID == "" {
				t.Errorf("answered with %+v", e)
			}
			for _, secret := range []string{"hunter2", "MATCH", "10.0.0.3", "goroutine", ".go:"} {
				if strings.Contains(e.Message+e.Extensions.Hint, secret) {
					t.Errorf("%q is told: %+v", secret, e)
				}
			}
		})
	}
}

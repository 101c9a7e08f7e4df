package httpapi_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/httpapi"
)

func newListener() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }

// deep returns a query with the given depth.
func deep(fields int) string {
	return `{ episode(project: "p", key: "k") ` + nest(fields-1, "outcomeOccurrence", "episode") + ` }`
}

func nest(fields int, names ...string) string {
	var b strings.Builder
	for i := range fields - 1 {
		b.WriteString("{ " + names[i%len(names)] + " ")
	}
	b.WriteString("{ key }")
	b.WriteString(strings.Repeat(" }", fields-1))
	return b.String()
}

func aliases(n int, field string) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range n {
		fmt.Fprintf(&b, " a%d: %s", i, field)
	}
	return b.String() + " }"
}

// doubling returns fragments that each spread the next one twice: 2 to the power of n fields.
func doubling(n int, last string) string {
	var b strings.Builder
	b.WriteString("{ ...f0 }")
	for i := range n {
		fmt.Fprintf(&b, " fragment f%d on Query { ...f%d ...f%d }", i, i+1, i+1)
	}
	return b.String() + fmt.Sprintf(" fragment f%d on Query { %s }", n, last)
}

func TestLimits(t *testing.T) {
	tests := []struct {
		why, query, code string
	}{
		{"a thousand fields deep", deep(1000), "DEPTH_LIMIT_EXCEEDED"},
		{"one field too deep", deep(21), "DEPTH_LIMIT_EXCEEDED"},
		{"depth hidden in fragments", `{ episode(project: "p", key: "k") { ...a } }
			fragment a on Episode { decisions { ...b } } fragment b on Decision { episode ` + nest(20, "decisions", "episode") + ` }`, "DEPTH_LIMIT_EXCEEDED"},
		{"depth hidden in inline fragments", `{ node(id: "x") { ... on Episode ` + nest(21, "decisions", "episode") + ` } }`, "DEPTH_LIMIT_EXCEEDED"},
		{"five thousand aliases", aliases(5000, "__typename"), "ALIAS_LIMIT_EXCEEDED"},
		{"five thousand aliases with arguments", aliases(5000, `project(name: "p") { name }`), "TOKEN_LIMIT_EXCEEDED"},
		{"one alias too many", aliases(51, "__typename"), "ALIAS_LIMIT_EXCEEDED"},
		{"aliases doubled by fragments", doubling(30, "a: __typename"), "ALIAS_LIMIT_EXCEEDED"},
		{"fields doubled by fragments", doubling(30, "__typename"), "FIELD_LIMIT_EXCEEDED"},
		{"fields doubled by a thousand fragments", doubling(1000, "__typename"), "FIELD_LIMIT_EXCEEDED"},
		{"the same field so often that comparing them takes seconds", "{ " + strings.Repeat("__typename ", 19000) + "}", "FIELD_LIMIT_EXCEEDED"},
		{"unknown fields so often that comparing them takes seconds", "{ " + strings.Repeat("a ", 19000) + "}", "FIELD_LIMIT_EXCEEDED"},
		{"a fragment that nothing spreads", "{ __typename } fragment f on Query { " + strings.Repeat("a ", 19000) + "}", "FIELD_LIMIT_EXCEEDED"},
		{"several operations", strings.Repeat("{ __typename __typename } ", 3000), "FIELD_LIMIT_EXCEEDED"},
		{"more tokens than a query has", "{ " + strings.Repeat("projects { name } ", 6000) + "}", "TOKEN_LIMIT_EXCEEDED"},
		{"a page times a list times a list", `{ episodes(project: "p", first: 100) { edges { node { events { causedBy { occurrence { causedBy {
			occurrence { causedBy { occurrence { causedBy { occurrence { key } } } } } } } } } } } } }`, "COMPLEXITY_LIMIT_EXCEEDED"},
		{"a page far beyond numbers", `{ episodes(project: "p", first: 2147483647) { edges { node { events { causedBy { occurrence { key } } } } } } }`, "COMPLEXITY_LIMIT_EXCEEDED"},
		{"a fragment that holds itself", "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }", "GRAPHQL_VALIDATION_FAILED"},
		{"an unknown field", "{ nothing }", "GRAPHQL_VALIDATION_FAILED"},
		{"no GraphQL", "{ projects", "GRAPHQL_PARSE_FAILED"},
		{"a number beyond 32 bits", `{ episodes(project: "p", first: 4294967297) { totalCount } }`, "INVALID_INPUT"},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			began := time.Now()
			got := d.ask(tt.query, nil)
			if got.code() != tt.code || strings.Contains(got.Body, `"key":`) {
				t.Errorf("answered with %q, want %s: %.300s", got.code(), tt.code, got.Body)
			}
			if took := time.Since(began); enginetest.TooLong(t, took, 5*time.Second) {
				t.Errorf("refusing it took %s", took)
			}
			for _, e := range got.Errors {
				if e.Extensions.Code == "" || e.Extensions.RequestID == "" {
					t.Errorf("an error without code or request id: %+v", e)
				}
			}
		})
	}
}

func TestLimits_ExactlyAtThemIsFine(t *testing.T) {
	d := open(t, nil)
	if got := d.ask(aliases(50, "__typename"), nil); got.code() != "" || len(got.Data) != 50 {
		t.Errorf("50 aliases: %s", got.Body)
	}
	if got := d.ask(deep(20), nil); got.code() != "INTERNAL" {
		t.Errorf("20 fields deep does not reach the store: %s", got.Body)
	}
	if got := d.ask("{ "+strings.Repeat("__typename ", 1000)+"}", nil); got.code() != "" {
		t.Errorf("1000 fields: %s", got.Body)
	}
	introspection := `{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }`
	if got := d.ask(introspection, nil); got.code() != "" {
		t.Errorf("introspection: %.300s", got.Body)
	}
}

func TestLimits_IntrospectionCanBeTurnedOff(t *testing.T) {
	d := open(t, func(o *httpapi.Options) { o.Limits.Introspection = false })
	for _, query := range []string{`{ __schema { types { name } } }`, `{ a: __type(name: "Query") { name } }`} {
		if got := d.ask(query, nil); got.code() != "INTROSPECTION_OFF" || got.Data != nil {
			t.Errorf("the schema is told: %.300s", got.Body)
		}
	}
	if got := d.ask(`{ node(id: "__schema { __type") { id } }`, nil); got.code() != "INVALID_INPUT" {
		t.Errorf("a text that looks like an introspection: %s", got.Body)
	}
	for query, word := range map[string]string{
		`{ projectz { name } }`:                                       "projects",
		`{ episodes(project: "p", frist: 3) { totalCount } }`:         `\"first\"`,
		`{ references(project: "p", kind: COMMI) { nodes { key } } }`: "COMMIT",
		`{ projects }`: "{ ... }",
	} {
		if got := d.ask(query, nil); got.code() != "GRAPHQL_VALIDATION_FAILED" || strings.Contains(got.Body, word) {
			t.Errorf("%s is corrected from the schema: %s", query, got.Body)
		}
		if loud := open(t, nil).ask(query, nil); !strings.Contains(loud.Body, word) {
			t.Errorf("%s is not corrected where the schema is no secret: %s", query, loud.Body)
		}
	}
	if got := d.ask(`{ __typename }`, nil); got.Data["__typename"] != "Query" {
		t.Errorf("__typename is no part of introspection: %s", got.Body)
	}
}

func TestLimits_Body(t *testing.T) {
	d := open(t, func(o *httpapi.Options) { o.Limits.BodyBytes = 1000 })
	within := `{"query":"{ __typename }","variables":{"a":"` + strings.Repeat("x", 900) + `"}}`
	if got := d.send("POST", "/graphql", "application/json", within); got.Data["__typename"] != "Query" {
		t.Errorf("a body within the limit: %d %s", got.Status, got.Body)
	}
	got := d.send("POST", "/graphql", "application/json", within+strings.Repeat(" ", 100))
	if got.Status != 413 || got.code() != "BODY_LIMIT_EXCEEDED" || got.Errors[0].Extensions.RequestID == "" {
		t.Errorf("a body over the limit: %d %s", got.Status, got.Body)
	}
}

func TestPost_RepeatsNothingOfABody(t *testing.T) {
	const secret = "hunter2"
	tests := []struct {
		why, body string
	}{
		{"cut off", `{"query":"{ __typename }","variables":{"token":"` + secret},
		{"no JSON at all", secret},
		{"a query that is a number", `{"query":5,"extensions":{"token":"` + secret + `"}}`},
		{"variables that are a list", `{"query":"{ __typename }","variables":["` + secret + `"]}`},
		{"a list of requests", `[{"query":"{ __typename }","variables":{"token":"` + secret + `"}}]`},
		{"no query", `{"variables":{"token":"` + secret + `"}}`},
		{"nothing", ``},
		{"two documents", `{"query":"{ __typename }"} {"token":"` + secret + `"}`},
		{"a NUL in the middle", "{\"query\":\"{ __typename }\x00\",\"token\":\"" + secret + "\"}"},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := d.send("POST", "/graphql", "application/json", tt.body)
			if got.Status != 400 || got.code() != "BAD_REQUEST" && got.code() != "BATCH_REFUSED" || got.Errors[0].Extensions.RequestID == "" {
				t.Errorf("answered with %d %s", got.Status, got.Body)
			}
			if strings.Contains(got.Body+d.logs.String(), secret) {
				t.Errorf("the body is repeated: %s\n%s", got.Body, d.logs)
			}
		})
	}
}

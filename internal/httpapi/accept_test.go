package httpapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// post sends a query with additional headers.
func (d door) post(query string, headers ...string) answer {
	d.t.Helper()
	r, err := http.NewRequest("POST", d.url+"/graphql", strings.NewReader(query))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return d.do(r)
}

const typename = `{"query":"{ __typename }"}`

func TestAccept(t *testing.T) {
	const plain, graphql, events = "application/json; charset=utf-8", "application/graphql-response+json; charset=utf-8", "text/event-stream; charset=utf-8"
	tests := []struct {
		why, accept, form string
		status            int
	}{
		{"the oldest clients say nothing", "", plain, 200},
		{"anything is JSON", "*/*", plain, 200},
		{"a client that knows the newer form", "application/graphql-response+json", graphql, 200},
		{"the first of equal wishes", "application/graphql-response+json, application/json", graphql, 200},
		{"the heavier wish", "application/json;q=0.5, application/graphql-response+json;q=0.9", graphql, 200},
		{"what has no weight is not wanted", "application/graphql-response+json;q=0, application/json;q=0.1", plain, 200},
		{"a browser", "text/html,application/xhtml+xml,*/*;q=0.8", plain, 200},
		{"a client of events", "text/event-stream", events, 200},
		{"nothing that is offered", "text/html", "application/json", 406},
		{"a weight that is no number", "application/json;q=much", "application/json", 406},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := d.post(typename, "Accept", tt.accept)
			if form := got.Header.Get("Content-Type"); form != tt.form || got.Status != tt.status {
				t.Errorf("Accept: %s is answered with %d %s, want %d %s", tt.accept, got.Status, form, tt.status, tt.form)
			}
			if tt.status == 406 && got.code() != "NOT_ACCEPTABLE" {
				t.Errorf("refused with %s", got.Body)
			}
		})
	}
}

// TestStatus checks the statuses of the draft: only what was not executed differs from 200, and
// only for clients that accept the draft's media type.
func TestStatus(t *testing.T) {
	tests := []struct {
		why, body, code string
		status, graphql int
	}{
		{"executed", typename, "", 200, 200},
		{"a field fails", `{"query":"{ projects { name } }"}`, "INTERNAL", 200, 200},
		{"no GraphQL", `{"query":"{"}`, "GRAPHQL_PARSE_FAILED", 200, 400},
		{"an unknown field", `{"query":"{ nothing }"}`, "GRAPHQL_VALIDATION_FAILED", 200, 400},
		{"a variable that does not fit", `{"query":"query($id: ID!) { node(id: $id) { id } }","variables":{"id":null}}`, "GRAPHQL_VALIDATION_FAILED", 200, 400},
		{"no such operation", `{"query":"query a { __typename }","operationName":"b"}`, "GRAPHQL_VALIDATION_FAILED", 200, 400},
		{"too deep", `{"query":"` + strings.ReplaceAll(deep(30), `"`, `\"`) + `"}`, "DEPTH_LIMIT_EXCEEDED", 200, 400},
		{"not JSON", `{`, "BAD_REQUEST", 400, 400},
		{"a list", `[` + typename + `]`, "BATCH_REFUSED", 400, 400},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			plain := d.post(tt.body, "Accept", "application/json")
			other := d.post(tt.body, "Accept", "application/graphql-response+json")
			if plain.Status != tt.status || other.Status != tt.graphql {
				t.Errorf("statuses %d and %d, want %d and %d", plain.Status, other.Status, tt.status, tt.graphql)
			}
			for _, got := range []answer{plain, other} {
				if got.code() != tt.code {
					t.Errorf("code %q, want %q", got.code(), tt.code)
				}
				executed := tt.code == "" || tt.code == "INTERNAL"
				if strings.Contains(got.Body, `"data"`) != executed {
					t.Errorf("data is for what was executed alone: %s", got.Body)
				}
			}
		})
	}
}

func TestMethods(t *testing.T) {
	get := func(query string, more ...string) string {
		v := url.Values{"query": {query}}
		for i := 0; i < len(more); i += 2 {
			v.Set(more[i], more[i+1])
		}
		return "/graphql?" + v.Encode()
	}
	tests := []struct {
		why, method, path, code string
		status                  int
	}{
		{"a query by GET", "GET", get("{ __typename }"), "", 200},
		{"with variables", "GET", get("query($id: ID!) { a: __typename @skip(if: false) node(id: $id) { id } }", "variables", `{"id":"x"}`), "INVALID_INPUT", 200},
		{"of several operations", "GET", get("query a { __typename } mutation b { __typename }", "operationName", "a"), "", 200},
		{"a mutation by GET", "GET", get(`mutation { purgeProject(project: "a", confirm: "a") { removedId } }`), "METHOD_NOT_ALLOWED", 405},
		{"the mutation of several", "GET", get("query a { __typename } mutation b { __typename }", "operationName", "b"), "METHOD_NOT_ALLOWED", 405},
		{"no query", "GET", "/graphql", "BAD_REQUEST", 400},
		{"variables that are no JSON", "GET", get("{ __typename }", "variables", "{"), "BAD_REQUEST", 400},
		{"variables that are no object", "GET", get("{ __typename }", "variables", "[]"), "BAD_REQUEST", 400},
		{"a broken address", "GET", "/graphql?query=%zz", "BAD_REQUEST", 400},
		{"another method", "PUT", "/graphql", "METHOD_NOT_ALLOWED", 405},
		{"a look at the head", "HEAD", get("{ __typename }"), "", 405},
		{"no declared body", "POST", "/graphql", "UNSUPPORTED_MEDIA_TYPE", 415},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := d.send(tt.method, tt.path, "", "")
			if got.Status != tt.status || got.code() != tt.code {
				t.Errorf("%d %s %s, want %d %s", got.Status, got.code(), got.Body, tt.status, tt.code)
			}
			if (got.Status == 405) != (got.Header.Get("Allow") != "") {
				t.Errorf("%d with Allow: %q", got.Status, got.Header.Get("Allow"))
			}
		})
	}
}

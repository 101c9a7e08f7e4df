package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestConditions(t *testing.T) {
	tests := []struct {
		why, query string
		variables  map[string]any
		field      string
	}{
		{"null for a default", `query($v: Boolean = true) { __typename @include(if: $v) }`, map[string]any{"v": nil}, "v"},
		{"of @skip", `query($v: Boolean = false) { __typename @skip(if: $v) }`, map[string]any{"v": nil}, "v"},
		{"below a field", `query($v: Boolean = true) { __schema { queryType { name @include(if: $v) } } }`, map[string]any{"v": nil}, "v"},
		{"of an inline fragment", `query($v: Boolean = true) { __typename ... @include(if: $v) { __typename } }`, map[string]any{"v": nil}, "v"},
		{"of a spread", `query($v: Boolean = true) { ...f @skip(if: $v) } fragment f on Query { __typename }`, map[string]any{"v": nil}, "v"},
		{
			"inside of a fragment", `query($u: Boolean = true, $v: Boolean = true) { __typename @include(if: $u) ...f }
				fragment f on Query { ...g } fragment g on Query { __typename @include(if: $v) }`,
			map[string]any{"u": true, "v": nil},
			"v",
		},
		{"the default", `query($v: Boolean = true) { __typename @include(if: $v) }`, nil, ""},
		{"a value", `query($v: Boolean = true) { __typename @skip(if: $v) }`, map[string]any{"v": false}, ""},
		{
			"null for what is no condition", `query($v: String) { __typename __type(name: "Query") { fields { name @skip(if: true) } name } project(name: "p") @skip(if: true) { name }
				episodes(project: "p", after: $v) @skip(if: true) { totalCount } }`, map[string]any{"v": nil}, "",
		},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := d.ask(tt.query, tt.variables)
			if tt.field == "" {
				if got.code() != "" || got.Data["__typename"] != "Query" {
					t.Errorf("answered with %s", got.Body)
				}
				return
			}
			if got.code() != "GRAPHQL_VALIDATION_FAILED" || got.Errors[0].Extensions.Field != tt.field || got.Data != nil {
				t.Errorf("answered with %d %s", got.Status, got.Body)
			}
		})
	}
	if logged := d.logs.String(); strings.Contains(logged, "panic") {
		t.Errorf("a request counts as a fault: %.500s", logged)
	}
}

// TestDefer requests deferred answers, which are not supported, over each transport.
func TestDefer(t *testing.T) {
	const query = `{ __typename ... @defer { projects { name } } }`
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	const unknown = `Unknown directive \"@defer\"`
	d := open(t, nil)
	if got := d.post(string(body)); got.code() != "GRAPHQL_VALIDATION_FAILED" || got.Data != nil || !strings.Contains(got.Body, unknown) {
		t.Errorf("JSON: %s", got.Body)
	}
	if got := d.post(string(body), "Accept", "text/event-stream"); !strings.Contains(got.Body, unknown) || strings.Contains(got.Body, `"data"`) {
		t.Errorf("events: %s", got.Body)
	}
	c := d.begin()
	say(t, c, message{ID: "1", Type: "subscribe", Payload: body})
	if m, err := hear(t, c); m.Type != "error" || !strings.Contains(string(m.Payload), unknown) {
		t.Errorf("WebSocket: %+v, %v", m, err)
	}
	if got := d.ask(`{ __schema { directives { name } } }`, nil); strings.Contains(got.Body, "defer") || !strings.Contains(got.Body, "include") {
		t.Errorf("introspection offers %s", got.Body)
	}
}

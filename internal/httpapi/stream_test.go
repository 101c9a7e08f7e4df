package httpapi_test

import (
	"strings"
	"testing"
)

func TestStream(t *testing.T) {
	const begin, end = ":\n\n", "event: complete\ndata:\n\n"
	tests := []struct {
		why, body, code string
	}{
		{"a query is one event", typename, ""},
		{"a field that fails", `{"query":"{ projects { name } }"}`, "INTERNAL"},
		{"what cannot be executed says so in an event", `{"query":"{ nothing }"}`, "GRAPHQL_VALIDATION_FAILED"},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := d.post(tt.body, "Accept", "text/event-stream")
			inner, began := strings.CutPrefix(got.Body, begin+"event: next\ndata: ")
			inner, ended := strings.CutSuffix(inner, "\n\n"+end)
			if got.Status != 200 || !began || !ended || strings.Contains(inner, "\n") {
				t.Fatalf("answered with %d %q", got.Status, got.Body)
			}
			if tt.code == "" && inner != `{"data":{"__typename":"Query"}}` || !strings.Contains(inner, tt.code) || strings.Contains(inner, `"errors"`) != strings.Contains(inner, `"requestId"`) {
				t.Errorf("the event holds %s", inner)
			}
		})
	}
	if got := d.post(`{`, "Accept", "text/event-stream"); got.Status != 400 || got.code() != "BAD_REQUEST" {
		t.Errorf("what is no request: %d %s", got.Status, got.Body)
	}
}

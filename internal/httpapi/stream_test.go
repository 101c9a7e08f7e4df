package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/httpapi"
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

// holding blocks requests from the caller named hold after reading them.
type holding struct {
	everybody
	reached, open chan struct{}
}

func (holding) Authenticate(header string) (auth.Principal, error) {
	return auth.Principal{Name: header, All: true}, nil
}

func (h holding) Valid(p auth.Principal) bool {
	if p.Name == "hold" {
		h.reached <- struct{}{}
		<-h.open
	}
	return true
}

// TestBody_GivesBack blocks requests, which must not keep their share of the memory for bodies.
func TestBody_GivesBack(t *testing.T) {
	const most = 200 << 10
	large := func(query string) string {
		return `{"query":"` + query + `","variables":{"a":"` + strings.Repeat("x", most-1000) + `"}}`
	}
	for why, request := range map[string]string{
		"small ones without a length": fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(typename), typename),
	} {
		t.Run(why, func(t *testing.T) {
			h := holding{reached: make(chan struct{}), open: make(chan struct{})}
			defer close(h.open)
			d := open(t, func(o *httpapi.Options) {
				o.Auth, o.Limits.BodyBytes, o.Limits.BodyTime = h, most, 500*time.Millisecond
			})
			for range 8 {
				d.raw(head + "Authorization: hold\r\n" + request)
				<-h.reached
			}
			if got := d.post(large("{ __typename }"), "Authorization", "other"); got.Data == nil {
				t.Errorf("another request finds no room: %d %s", got.Status, got.Body)
			}
		})
	}
}

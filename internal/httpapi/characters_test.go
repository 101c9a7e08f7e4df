package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// Text that is no text is refused with its place, and all else is taken.
func TestCharacters(t *testing.T) {
	for _, c := range []struct{ why, body, want string }{
		{"plain text", `{"query":"{ok}","variables":{"a":"Zoë 😀 \u00e9 \ud83d\ude00 \\ud800"}}`, ""},
		{"half a pair", `{"query":"{ok}","variables":{"input":{"events":[{"content":"x"},{"content":"a\ud800b"}]}}}`, "variables.input.events[1].content: half"},
		{"the second half alone", `{"query":"{ok}","variables":{"x":1,"input":{"task":"\uDE00"}}}`, "variables.input.task: half"},
		{"two first halves", `{"query":"{ok}","variables":{"list":["a",["b","\ud83d\ud83d"]]}}`, "variables.list[1][1]: half"},
		{"bytes that are no UTF-8", "{\"query\":\"{ok}\",\"variables\":{\"input\":{\"task\":\"a\xed\xa0\x80\"}}}", "variables.input.task: there are bytes"},
		{"in a key", `{"query":"{ok}","variables":{"\ud800":1}}`, "variables.a key: half"},
		{"below an odd key", `{"query":"{ok}","variables":{"a b\n":"\ud800"}}`, "variables.…: half"},
		{"in a string of the query", `{"query":"{ok(a: \"b\\ud800\")}"}`, "query: half"},
		{"after a comment and a block", `{"query":"# \"\n{ok(a: \"\"\"\\ud800 \\\"\"\" \"\"\", b: \"\\udc00\")}"}`, "query: half"},
		{"in a block, where it is no escape", `{"query":"{ok(a: \"\"\"\\ud800\"\"\", b: \"\\ud83d\\ude00 \\\\ud800\") # \\ud800\n}"}`, ""},
	} {
		got := httpapi.Decoded([]byte(c.body))
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://x/graphql?query=%7Bok%7D&operationName=%ED%A0%80", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := httpapi.FromURL(request.URL); !strings.HasPrefix(got, "operationName: ") {
		t.Errorf("in an address: %q", got)
	}
}

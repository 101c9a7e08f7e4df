package cli_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/cli"
)

// What a terminal would obey or hide is shown, whole or in pieces, and everything else stays.
func TestVisible(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"plain", "Zoë\t😀 ünï\nشكر 日本 a\u0301\n", "Zoë\t😀 ünï\nشكر 日本 a\u0301\n"},
		{"an escape sequence", "a\x1b[2Jb\r\a", `a\u001b[2Jb\u000d\u0007`},
		{"the other direction", "user\u202etxt.exe\u2066x\u2069", `user\u202etxt.exe\u2066x\u2069`},
		{"no width", "ad\u200bmin\ufeff\u2060\u00ad", `ad\u200bmin\ufeff\u2060\u00ad`},
		{"a tag beyond the first plane", "x\U000E0041", `x\udb40\udc41`},
		{"bytes that are no text", "a\x9b31m\xff", `a\x9b31m\xff`},
	} {
		for size := 1; size <= len(c.text); size++ {
			var out bytes.Buffer
			w := cli.NewVisible(&out)
			for rest := []byte(c.text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
				if n, err := w.Write(rest[:min(size, len(rest))]); err != nil || n != min(size, len(rest)) {
					t.Fatalf("%s: %d, %v", c.why, n, err)
				}
			}
			if size == 1 && c.why == "bytes that are no text" {
				continue // the last byte waits for others
			}
			if got := out.String(); got != c.want {
				t.Errorf("%s in pieces of %d: %q, want %q", c.why, size, got, c.want)
			}
		}
	}
}

// A text of the memory cannot steer the terminal of the one who asks, and JSON keeps its meaning.
func TestAsk_showsWhatIsHidden(t *testing.T) {
	const task = "safe\u202e\u200bname\x9b"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{"episode": map[string]any{"key": "e", "task": task}}})
	}))
	defer server.Close()
	for _, args := range [][]string{nil, {"--json"}} {
		var out, errs bytes.Buffer
		cli.Main(append([]string{"ask", "episode", "e", "--project", "p", "--url", server.URL}, args...), strings.NewReader(""), &out, &errs)
		if strings.ContainsAny(out.String()+errs.String(), "\u202e\u200b\u009b") {
			t.Errorf("%v: %q %q", args, out.String(), errs.String())
		}
	}
}

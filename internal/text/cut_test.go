package text_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/text"
)

// What is cut ends and begins between words.
func TestHeadAndTail(t *testing.T) {
	long := strings.Repeat("x", 3000)
	for _, c := range []struct {
		why, text  string
		n          int
		head, tail string
	}{
		{"a short text", "a b", 9, "a b", "a b"},
		{"between words", "see bob@x.no and the rest", 20, "see bob@x.no and the", " and the rest"},
		{"not in an address", "see now bob@x.no", 12, "see now ", "see now bob@x.no"[4:]},
		{"at the end of a word", "one two three", 7, "one two", " three"},
		{"one long word is cut", long, 2000, long[:2000], long[:2000]},
		{"no half characters", "éééé", 3, "é", "é"},
	} {
		if got := text.Head(c.text, c.n); got != c.head {
			t.Errorf("%s: the head is %q, want %q", c.why, got, c.head)
		}
		if got := text.Tail(c.text, c.n); got != c.tail {
			t.Errorf("%s: the tail is %q, want %q", c.why, got, c.tail)
		}
	}
}

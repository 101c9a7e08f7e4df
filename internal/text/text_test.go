package text_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/internal/text"
)

func TestSorted(t *testing.T) {
	given := []string{"b", "a", "b", "", "a"}
	if got := text.Sorted(given); !slices.Equal(got, []string{"", "a", "b"}) {
		t.Errorf("sorted: %q", got)
	}
	if !slices.Equal(given, []string{"b", "a", "b", "", "a"}) {
		t.Errorf("the argument is changed to %q", given)
	}
	if got := text.Sorted(nil); len(got) != 0 {
		t.Errorf("nothing sorted: %q", got)
	}
}

func TestOneLine(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"as it is", "two words", "two words"},
		{"ends and runs of space", " \ttwo \n\n words\r\n", "two words"},
		{"a control character is a space", "two\x00words\x7f", "two words"},
		{"a space of any script", "two\u00a0\u2003words", "two words"},
		{"a joiner is no space", "two\u200dwords", "two\u200dwords"},
		{"nothing but space", " \n\t", ""},
	} {
		if got := text.OneLine(c.text); got != c.want {
			t.Errorf("%s: %q", c.why, got)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		why, text string
		n         int
		want      string
	}{
		{"shorter", "abc", 4, "abc"},
		{"exactly as long", "abcd", 4, "abcd"},
		{"one too long", "abcde", 4, "abc…"},
		{"characters, not bytes", "äöüß", 4, "äöüß"},
		{"cut between characters", "äöüßä", 4, "äöü…"},
		{"no space before the ellipsis", "ab  cd", 5, "ab…"},
		{"room for the ellipsis only", "abc", 1, "…"},
		{"bytes that are no text", "\xff\xfe\xfd\xfc", 3, "\xff\xfe…"},
	} {
		got := text.Shorten(c.text, c.n)
		if got != c.want {
			t.Errorf("%s: %q", c.why, got)
		}
		if utf8.RuneCountInString(got) > c.n {
			t.Errorf("%s: %q is longer than %d", c.why, got, c.n)
		}
	}
}

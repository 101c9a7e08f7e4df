package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func Sorted(keys []string) []string {
	out := slices.Clone(keys)
	slices.Sort(out)
	return slices.Compact(out)
}

// ellipsis ends a text that was shortened.
const ellipsis = "…"

// OneLine joins the lines of a text.
func OneLine(text string) string { return strings.Join(strings.FieldsFunc(text, Blank), " ") }

// Blank reports whether a character stands between words: space, or a control character,
// which no name may hold.
func Blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// Shorten cuts a text to at most n characters, the ellipsis counted.
func Shorten(text string, n int) string {
	if len(text) <= n || utf8.RuneCountInString(text) <= n {
		return text
	}
	at := 0
	for range n - 1 {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return strings.TrimRightFunc(text[:at], Blank) + ellipsis
}

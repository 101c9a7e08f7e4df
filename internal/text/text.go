package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sorted returns the distinct keys in ascending order. It does not change its argument.
func Sorted(keys []string) []string {
	out := slices.Clone(keys)
	slices.Sort(out)
	return slices.Compact(out)
}

// ellipsis marks a shortened text.
const ellipsis = "…"

// OneLine joins the words of a text with single spaces.
func OneLine(text string) string { return strings.Join(strings.FieldsFunc(text, Blank), " ") }

// Blank reports whether a character separates words: white space, or a control character, which
// is not allowed in names.
func Blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// Shorten cuts a text to at most n characters, including the ellipsis.
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

package notes

import (
	"strings"
)

// leading are the characters that begin something else than a text at the beginning of a line.
const leading = "#-+*>=|~`:"

// escape returns a text for a list item or a paragraph: each line break as a hard one, followed by
// indent. [unescape] returns the text.
func escape(s, indent string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = escapeLine(line)
	}
	return strings.Join(lines, "\\\n"+indent)
}

// escapeLine escapes what would make a line more than its text.
func escapeLine(line string) string {
	var b strings.Builder
	space := len(line) - len(strings.TrimLeft(line, " \t"))
	digits := len(line[space:]) - len(strings.TrimLeft(line[space:], "0123456789"))
	for i := 0; i < len(line); i++ {
		c, rest := line[i], line[i:]
		switch {
		case c == '\\' && (len(rest) == 1 || isPunctuation(rest[1])),
			i == space && strings.IndexByte(leading, c) >= 0,
			digits > 0 && i == space+digits && (c == '.' || c == ')'),
			strings.HasPrefix(rest, "[["), strings.HasPrefix(rest, "<!--"), strings.HasPrefix(rest, "%%"):
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// unescape reads a text as CommonMark does: a backslash before punctuation stands for it, one at the
// end of a line for a line break.
func unescape(s string) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (isPunctuation(s[i+1]) || s[i+1] == '\n') {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// isPunctuation reports whether c is one of the ASCII punctuation characters of CommonMark.
func isPunctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

// breaks reports whether a line ends in a hard line break: in an odd number of backslashes.
func breaks(line string) bool {
	return (len(line)-len(strings.TrimRight(line, "\\")))%2 == 1
}

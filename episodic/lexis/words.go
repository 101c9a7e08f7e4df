package lexis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// EachRun calls yield for every run of the text in order: a word, or the words and joints of
// one identifier. The text between runs contains no terms.
func EachRun(text string, yield func(run string)) {
	for start := 0; start < len(text); {
		from, to := NextRun(text[start:])
		if from == to {
			return
		}
		yield(text[start+from : start+to])
		start += to
	}
}

// NextRun returns the bounds of the first run of the text; they are equal if there is none.
func NextRun(text string) (from, to int) {
	for from < len(text) {
		r, size := utf8.DecodeRuneInString(text[from:])
		if isWordStart(r) || (r == '#' && startsWithDigit(text[from+size:])) {
			return from, from + runLength(text[from:])
		}
		from += size
	}
	return from, from
}

// runLength returns the length of the run at the beginning of the text. In scripts without
// spaces a run is one letter.
func runLength(text string) int {
	at := 0
	if text[0] == '#' {
		at = 1
	}
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		next := at + size
		switch {
		case isSpaceless(r):
			if at == 0 {
				return size + marksLength(text[size:])
			}
			return at
		case isWordRune(r) || isInvisible(r):
			at = next
		case r == '#' && startsWithDigit(text[next:]):
			at = next
		case isJoint(r) && startsWithWord(text[next:]):
			at = next
		default:
			return at
		}
	}
	return at
}

func marksLength(text string) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if !unicode.Is(unicode.M, r) && !isInvisible(r) {
			break
		}
		n += size
	}
	return n
}

// splitSegments splits a run at slashes and before a number sign: "owner/repo#12" has three
// segments.
func splitSegments(run string) []string {
	return splitAt(run, func(r rune) (cut, drop bool) {
		return r == '/' || r == '\\' || r == '#', r != '#'
	})
}

// splitParts splits a segment into words, at joints and where letters change from lower to
// upper case.
func splitParts(segment string) []string {
	var parts []string
	for _, word := range splitAt(segment, func(r rune) (cut, drop bool) {
		cut = r == '#' || (isJoint(r) && !isApostrophe(r))
		return cut, cut
	}) {
		parts = append(parts, splitCase(word)...)
	}
	return parts
}

// splitAt cuts before every rune for which rule returns cut, and drops that rune if rule returns
// drop. It omits empty pieces.
func splitAt(s string, rule func(rune) (cut, drop bool)) []string {
	var pieces []string
	start := 0
	for i, r := range s {
		cut, drop := rule(r)
		if !cut {
			continue
		}
		if i > start {
			pieces = append(pieces, s[start:i])
		}
		start = i
		if drop {
			start += utf8.RuneLen(r)
		}
	}
	if start < len(s) {
		pieces = append(pieces, s[start:])
	}
	return pieces
}

// splitCase splits "parseHTTPRequest" into parse, HTTP and Request. For the plural of an
// abbreviation ("PRs") it returns the abbreviation.
func splitCase(word string) []string {
	if !strings.ContainsFunc(word, unicode.IsUpper) {
		return []string{word}
	}
	runes := []rune(word)
	if n := len(runes); n > 2 && runes[n-1] == 's' && allUpper(runes[:n-1]) {
		return []string{string(runes[:n-1])}
	}
	var parts []string
	start := 0
	for i := 1; i < len(runes); i++ {
		if !unicode.IsUpper(runes[i]) {
			continue
		}
		lowerBefore := unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1])
		lowerAfter := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if lowerBefore || (unicode.IsUpper(runes[i-1]) && lowerAfter) {
			parts = append(parts, string(runes[start:i]))
			start = i
		}
	}
	return append(parts, string(runes[start:]))
}

func allUpper(runes []rune) bool {
	for _, r := range runes {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// isWordStart reports whether r can begin a word.
func isWordStart(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsNumber(r)) && !isApostrophe(r)
}

// isWordRune reports whether r can be inside a word.
func isWordRune(r rune) bool { return isWordStart(r) || unicode.Is(unicode.M, r) }

// isJoint reports whether r joins two words into an identifier or a contraction.
func isJoint(r rune) bool {
	switch r {
	case '_', '.', '/', '\\':
		return true
	}
	return isHyphen(r) || isApostrophe(r)
}

func isHyphen(r rune) bool { return r == '-' || r == '\u2010' || r == '\u2011' }

func isApostrophe(r rune) bool { return r == '\'' || r == '\u2019' || r == '\u02BC' }

// isAccent reports whether r is a mark that a letter was decomposed into.
func isAccent(r rune) bool { return r >= 0x300 && r <= 0x36F }

// isDecoration reports whether r does not change a word: variation selectors, enclosing marks,
// invisible runes.
func isDecoration(r rune) bool {
	return (r >= 0xFE00 && r <= 0xFE0F) || unicode.In(r, unicode.Me, unicode.Cf)
}

// isInvisible reports whether r is invisible inside a word, like a soft hyphen.
func isInvisible(r rune) bool { return r != '\u200B' && unicode.Is(unicode.Cf, r) }

// isSpaceless reports whether r belongs to a script without spaces between words.
func isSpaceless(r rune) bool {
	return r >= 0xE00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func startsWithWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return isWordStart(r) && !isSpaceless(r)
}

func startsWithDigit(text string) bool {
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

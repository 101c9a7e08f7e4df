package lexis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// AnalysisVersion changes whenever Analyse or Chunks gives other terms for the same text.
// What was indexed under another version has to be indexed anew.
const AnalysisVersion = 2

// The longest terms, in runes. Longer ones are cut, in texts and questions alike, so that
// they still meet.
const (
	maxWordRunes  = 64
	maxWholeRunes = 256
)

// Analyze turns text into the terms that search compares, for chunks and questions alike.
// Words are lower-cased, freed of accents, stemmed; stop words and question words go,
// unless the text holds nothing else. Identifiers (SHAs, #123, paths, snake_case,
// CamelCase, dotted and dashed names) are kept whole and in parts. A day, written in any of
// the usual ways, is followed by its month and day in digits. The terms hold no space,
// stand in the order of the text and repeat as it does. It is a pure function, linear in
// the length of the text, and takes any bytes.
func Analyze(text string) []string {
	terms := make([]string, 0, len(text)/6)
	stopped := []string{}
	var days dateReader
	EachRun(text, func(run string) {
		before := len(terms)
		terms = AppendRun(terms, run)
		if len(terms) == before {
			stopped = append(stopped, cutRunes(FoldWord(run), maxWordRunes))
		}
		if day := days.next(run); day != "" {
			terms = append(terms, day)
		}
	})
	if len(terms) == 0 {
		return stopped
	}
	return terms
}

// AppendRun appends the terms of one run; nothing when it is a stop word.
func AppendRun(terms []string, run string) []string {
	segments := splitSegments(trimPossessive(run))
	if len(segments) > 1 {
		terms = append(terms, cutRunes(FoldWord(trimPossessive(run)), maxWholeRunes))
	}
	for _, segment := range segments {
		terms = appendSegment(terms, segment, len(segments) > 1)
	}
	return terms
}

// appendSegment appends a segment whole when it has parts, and its parts. inside says that
// it is part of something longer that already stands for it.
func appendSegment(terms []string, segment string, inside bool) []string {
	parts := splitParts(segment)
	whole := cutRunes(FoldWord(segment), maxWholeRunes)
	if isSHA(whole) || (len(parts) == 1 && parts[0] == segment) {
		return appendWord(terms, whole, inside)
	}
	if isStopWord(whole) && !inside {
		return terms
	}
	terms = append(terms, stem(whole))
	before := len(terms)
	for _, part := range parts {
		terms = appendWord(terms, FoldWord(part), false)
	}
	if len(terms) > before {
		return terms
	}
	for _, part := range parts {
		terms = append(terms, cutRunes(FoldWord(part), maxWordRunes))
	}
	return terms
}

// appendWord appends the stem of a lower-cased word unless it is a stop word; keep spares
// stop words. A SHA is followed by its first 7 digits, under which shorter forms meet.
func appendWord(terms []string, word string, keep bool) []string {
	word = cutRunes(word, maxWordRunes)
	if !keep && isStopWord(word) {
		return terms
	}
	if isSHA(word) {
		terms = append(terms, word)
		if len(word) > shortSHA {
			terms = append(terms, word[:shortSHA])
		}
		return terms
	}
	return append(terms, stem(word))
}

// stem returns the English stem of a word of plain letters, any other word as it is.
func stem(word string) string {
	for _, r := range word {
		if (r < 'a' || r > 'z') && r != '\'' {
			return word
		}
	}
	if stemmed := english.Stem(word, true); stemmed != "" {
		return stemmed
	}
	return word
}

// shortSHA is how many digits of a commit's SHA are enough to name it.
const shortSHA = 7

// isSHA reports whether a word looks like a commit's SHA: 7 to 40 hexadecimal digits, both
// letters and numbers among them.
func isSHA(word string) bool {
	if len(word) < shortSHA || len(word) > 40 {
		return false
	}
	letters := 0
	for i := range len(word) {
		switch c := word[i]; {
		case c >= 'a' && c <= 'f':
			letters++
		case c < '0' || c > '9':
			return false
		}
	}
	return letters > 0 && letters < len(word)
}

// FoldWord lower-cases, removes accents and invisible runes, and writes one kind of
// apostrophe and of slash.
func FoldWord(word string) string {
	plain := true
	for i := range len(word) {
		c := word[i]
		plain = plain && c < utf8.RuneSelf && (c < 'A' || c > 'Z') && c != '\\'
	}
	if plain {
		return word
	}
	var b strings.Builder
	b.Grow(len(word))
	latin := true
	for _, r := range norm.NFD.String(strings.ToLower(word)) {
		switch {
		case isAccent(r):
			// Other scripts have letters that differ in nothing but such a mark.
			if !latin {
				b.WriteRune(r)
			}
		case isDecoration(r):
		case r == '\\':
			b.WriteByte('/')
		case isApostrophe(r):
			b.WriteByte('\'')
		default:
			latin = unicode.Is(unicode.Latin, r) || r < utf8.RuneSelf
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// trimPossessive removes the "'s" at the end of a word, and of contractions like "it's".
func trimPossessive(run string) string {
	r, size := utf8.DecodeLastRuneInString(run)
	if r != 's' && r != 'S' {
		return run
	}
	before, width := utf8.DecodeLastRuneInString(run[:len(run)-size])
	if !isApostrophe(before) {
		return run
	}
	return run[:len(run)-size-width]
}

func cutRunes(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit {
			return s[:i]
		}
		n++
	}
	return s
}

package lexis

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// AnalysisVersion changes whenever Analyze or Chunks gives different terms for the same text.
// Text indexed with another version must be reindexed.
const AnalysisVersion = 3

// The maximum length of terms, in runes. Longer terms are cut in texts and questions alike, so
// that they still match.
const (
	maxWordRunes  = 64
	maxWholeRunes = 256
)

// Analyze splits text into the terms that search compares, for chunks and questions alike.
// It lower-cases and stems words and removes accents, stop words and question words, unless
// the text has nothing else; abbreviations like "SO", which are stop words but for their capitals,
// count as words unless the whole text is in capitals. It keeps identifiers (SHAs, #123, paths, snake_case, CamelCase,
// dotted names) whole and adds their parts, and of words with hyphens the word without them: "check-up"
// and "checkups" meet. A date in any common form is followed by
// its month and day in digits. Terms contain no space and keep the order and repetitions of
// the text. Analyze is a pure function, linear in the length of the text, and accepts any bytes.
func Analyze(text string) []string {
	terms := make([]string, 0, len(text)/6)
	stopped := []string{}
	var days dateReader
	shouted := isShouted(text)
	EachRun(text, func(run string) {
		if shouted && isAbbreviation(run) {
			run = strings.ToLower(run)
		}
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

// AppendRun appends the terms of one run; none if the run is a stop word.
func AppendRun(terms []string, run string) []string {
	kept, err := knownRuns()
	if err != nil || len(run) > maxKnownRun {
		return appendRun(terms, run)
	}
	known, ok := kept.Get(run)
	if !ok {
		// A run is part of its text and would keep all of it in memory.
		run = strings.Clone(run)
		known = slices.Clip(appendRun(nil, run))
		kept.Add(run, known)
	}
	return append(terms, known...)
}

func appendRun(terms []string, run string) []string {
	segments := splitSegments(trimPossessive(run))
	if len(segments) > 1 {
		terms = append(terms, cutRunes(FoldWord(trimPossessive(run)), maxWholeRunes))
	}
	for _, segment := range segments {
		terms = appendSegment(terms, segment, len(segments) > 1)
	}
	return terms
}

// appendSegment appends the parts of a segment, after the whole segment if it has several.
// inside says that the segment belongs to a longer identifier that is a term already.
func appendSegment(terms []string, segment string, inside bool) []string {
	parts := splitParts(segment)
	whole := cutRunes(FoldWord(segment), maxWholeRunes)
	if IsSHA(whole, SHA1) || (len(parts) == 1 && parts[0] == segment) {
		return appendWord(terms, whole, inside || isAbbreviation(segment))
	}
	if isStopWord(whole) && !inside {
		return terms
	}
	terms = append(terms, stem(unhyphened(whole)))
	before := len(terms)
	for _, part := range parts {
		terms = appendWord(terms, FoldWord(part), isAbbreviation(part))
	}
	if len(terms) > before {
		return terms
	}
	for _, part := range parts {
		terms = append(terms, cutRunes(FoldWord(part), maxWordRunes))
	}
	return terms
}

// appendWord appends the stem of a lower-cased word unless it is a stop word; with keep, stop
// words are appended too. A SHA is followed by its first 7 digits, which match shorter forms.
func appendWord(terms []string, word string, keep bool) []string {
	word = cutRunes(word, maxWordRunes)
	if !keep && isStopWord(word) {
		return terms
	}
	if IsSHA(word, SHA1) {
		terms = append(terms, word)
		if len(word) > ShortSHA {
			terms = append(terms, word[:ShortSHA])
		}
		return terms
	}
	return append(terms, stem(word))
}

// unhyphened returns a word of letters and hyphens without the hyphens, and any other word unchanged.
func unhyphened(word string) string {
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !isHyphen(r) }) {
		return word
	}
	return strings.Map(func(r rune) rune {
		if isHyphen(r) {
			return -1
		}
		return r
	}, word)
}

// stem returns the English stem of a word of plain letters and any other word unchanged.
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

// FoldWord lower-cases a word, removes accents and invisible runes, and unifies apostrophes and
// slashes.
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
			// In other scripts such a mark may distinguish two letters.
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

// trimPossessive removes the "'s" at the end of a word or of a contraction like "it's".
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

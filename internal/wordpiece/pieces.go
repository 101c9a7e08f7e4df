package wordpiece

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	// unknown is the piece that stands for a word that no pieces make up.
	unknown = "[UNK]"
	// maxWordRunes is the length beyond which a word is unknown.
	maxWordRunes = 100
	// inside marks a piece that does not begin a word.
	inside = "##"
)

// Vocabulary has the pieces that a model knows, each with its number. It is safe for concurrent use.
type Vocabulary struct {
	// first and later are the numbers of the pieces that begin a word and of those inside of one.
	first, later map[string]int32
	// longest is the length in bytes of the longest piece.
	longest int
	unknown int32
}

// NewVocabulary returns the vocabulary of these pieces, in the order of their numbers. It returns an error if none
// stands for unknown words.
func NewVocabulary(pieces []string) (*Vocabulary, error) {
	v := &Vocabulary{first: make(map[string]int32, len(pieces)), later: make(map[string]int32, len(pieces)/4)}
	for i, piece := range pieces {
		v.longest = max(v.longest, len(piece))
		if after, ok := strings.CutPrefix(piece, inside); ok && after != "" {
			v.later[after] = int32(i)
		} else {
			v.first[piece] = int32(i)
		}
	}
	var ok bool
	if v.unknown, ok = v.first[unknown]; !ok {
		return nil, errors.New("the vocabulary has no piece " + unknown)
	}
	return v, nil
}

// Pieces returns the numbers of the pieces of a text, in order: its words without case and accents, each as
// the longest pieces from the left. It accepts any bytes; invalid ones are left out.
func (v *Vocabulary) Pieces(text string) []int32 {
	pieces := make([]int32, 0, len(text)/4+1)
	eachWord(plain(text), func(word string) { pieces = v.appendWord(pieces, word) })
	return pieces
}

// appendWord appends the pieces of one word.
func (v *Vocabulary) appendWord(pieces []int32, word string) []int32 {
	if len(word) > maxWordRunes && utf8.RuneCountInString(word) > maxWordRunes {
		return append(pieces, v.unknown)
	}
	before, rest, numbers := len(pieces), word, v.first
	for len(rest) > 0 {
		n, number := longest(numbers, rest, v.longest)
		if n == 0 {
			return append(pieces[:before], v.unknown)
		}
		pieces, rest, numbers = append(pieces, number), rest[n:], v.later
	}
	return pieces
}

// longest returns the length in bytes and the number of the longest piece that begins a text; 0 if none does.
func longest(numbers map[string]int32, text string, most int) (length int, number int32) {
	for n := min(len(text), most); n > 0; n-- {
		if number, ok := numbers[text[:n]]; ok {
			return n, number
		}
	}
	return 0, 0
}

// plain returns a text without case, accents, control characters and invalid bytes.
func plain(text string) string {
	if isASCII(text) {
		return strings.Map(kept, strings.ToLower(text))
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(strings.Map(kept, text)))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// kept returns a rune, a space for any white space, and -1 for what is no part of a text.
func kept(r rune) rune {
	switch {
	case r >= '!' && r <= '~':
		return r
	case r == ' ', r == '\t', r == '\n', r == '\r':
		return ' '
	case r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// eachWord calls yield for every word of a plain text. A punctuation mark and an ideograph are words of their own.
func eachWord(text string, yield func(word string)) {
	start := -1
	end := func(at int) {
		if start >= 0 {
			yield(text[start:at])
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			end(i)
		case standsAlone(r):
			end(i)
			yield(text[i : i+utf8.RuneLen(r)])
		case start < 0:
			start = i
		}
	}
	end(len(text))
}

// standsAlone reports whether a rune is a word of its own.
func standsAlone(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return unicode.Is(unicode.P, r) || isIdeograph(r)
}

// isIdeograph reports whether a rune lies in the blocks of ideographs that the vocabulary was made with.
func isIdeograph(r rune) bool {
	switch {
	case r < 0x3400:
		return false
	case r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff, r >= 0xf900 && r <= 0xfaff:
		return true
	}
	return r >= 0x20000 && r <= 0x2a6df || r >= 0x2a700 && r <= 0x2b81f || r >= 0x2b920 && r <= 0x2ceaf || r >= 0x2f800 && r <= 0x2fa1f
}

package postings

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Chunk is what is indexed of a chunk.
type Chunk struct {
	// Part is a number below [PartCodes] that stands for the part of the episode.
	Part uint8
	// Own and Around are its two texts. Spaces separate the terms.
	Own, Around string
}

// PartCodes is how many numbers there are for parts.
const PartCodes = 4

// Split returns the terms of a text, which spaces and null bytes separate. Terms that differ
// only by case are the same.
func Split(text string) []string {
	terms := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == 0 })
	for i, term := range terms {
		terms[i] = fold(term)
	}
	return terms
}

// fold returns a term in the form in which terms are compared: in lower case and in valid UTF-8.
func fold(term string) string {
	for i := range len(term) {
		if c := term[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return strings.Map(foldRune, strings.ToValidUTF8(term, string(unicode.ReplacementChar)))
		}
	}
	return term
}

// foldRune folds simply, as Unicode calls it: one rune stays one. The i with a dot and the one
// without stay apart.
func foldRune(r rune) rune {
	if r == 'İ' || r == 'ı' {
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// word is how often a term stands in one of some chunks.
type word struct {
	term string
	posting
}

// wordsOf returns the words of some chunks, by term and chunk, and how many terms each chunk has.
func wordsOf(chunks []Chunk) (words []word, lengths []uint32) {
	lengths = make([]uint32, len(chunks))
	places := map[string]int{}
	for i, c := range chunks {
		clear(places)
		count := func(text string, add func(*posting)) {
			for _, term := range Split(text) {
				at, known := places[term]
				if !known {
					at = len(words)
					places[term] = at
					words = append(words, word{term: term, posting: posting{at: uint32(i)}}) //nolint:gosec // a row has few chunks
				}
				add(&words[at].posting)
				lengths[i]++
			}
		}
		count(c.Own, func(p *posting) { p.own++ })
		count(c.Around, func(p *posting) { p.around++ })
	}
	slices.SortFunc(words, func(a, b word) int {
		return cmp.Or(strings.Compare(a.term, b.term), cmp.Compare(a.at, b.at))
	})
	return words, lengths
}

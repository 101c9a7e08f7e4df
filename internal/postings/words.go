package postings

import (
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

// wordCount counts the terms of some chunks.
type wordCount struct {
	// places says for each term where it is in the lists that follow.
	places map[string]int
	terms  []string
	lists  [][]posting
	// lengths is how many terms each chunk has.
	lengths []uint32
}

// count counts the terms of chunks.
func count(chunks []Chunk) *wordCount {
	w := &wordCount{places: map[string]int{}, lengths: make([]uint32, len(chunks))}
	for at, c := range chunks {
		for _, term := range Split(c.Own) {
			w.posting(at, term).own++
		}
		for _, term := range Split(c.Around) {
			w.posting(at, term).around++
		}
	}
	return w
}

// posting returns that of a term in a chunk, new when it is the first time.
func (w *wordCount) posting(at int, term string) *posting {
	w.lengths[at]++
	place, known := w.places[term]
	if !known {
		place = len(w.terms)
		w.places[term] = place
		w.terms, w.lists = append(w.terms, term), append(w.lists, nil)
	}
	list := w.lists[place]
	if ordinal := uint32(at); len(list) == 0 || list[len(list)-1].at != ordinal { //nolint:gosec // a row has few chunks
		list = append(list, posting{at: ordinal})
		w.lists[place] = list
	}
	return &list[len(list)-1]
}

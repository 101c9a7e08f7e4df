package embedding

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// documents is a sparse matrix with a row for each document and a column for each word. It holds
// only the nonzero entries, and nothing of the size rows times directions.
type documents []document

// document is a row: the numbers of its words in ascending order, and their sublinear TF-IDF,
// scaled to a given length.
type document struct {
	words   []int32
	weights []float32
}

// termCount is how often a word of the vocabulary occurs in a text.
type termCount struct {
	word int32
	n    int
}

// readDocuments reads the corpus once and makes a document of each chunk and another of the
// window that begins at it.
func readDocuments(ctx context.Context, corpus episodic.Corpus, v vocabulary, l learning) (documents, error) {
	var d documents
	place := 0
	for chunks, err := range corpus {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		counts := make([][]termCount, len(chunks))
		for i, c := range chunks {
			counts[i] = countTerms(v.number, c.Terms)
		}
		for i := range counts {
			if taken(place, v.chunks, l.maxPlaces) {
				d = append(d, newDocument(counts[i:i+1], v, 1))
				if last := min(i+l.window, len(counts)); last > i+1 {
					d = append(d, newDocument(counts[i:last], v, l.windowWeight))
				}
			}
			place++
		}
	}
	return d, nil
}

// taken reports whether a place is in the sample: at most most places, evenly spaced.
func taken(place, places, most int) bool {
	if places <= most {
		return true
	}
	return place*most/places != (place+1)*most/places
}

// countTerms counts the words of a text that are in the vocabulary, ordered by number.
func countTerms(number map[string]int32, terms []string) []termCount {
	numbers := make([]int32, 0, len(terms))
	for _, term := range terms {
		if n, known := number[term]; known {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	counts := make([]termCount, len(numbers))
	for i, n := range numbers {
		counts[i] = termCount{n, 1}
	}
	return merged(counts)
}

// newDocument makes one document of the texts, scaled to length.
func newDocument(texts [][]termCount, v vocabulary, length float64) document {
	var all []termCount
	for _, t := range texts {
		all = append(all, t...)
	}
	slices.SortFunc(all, func(a, b termCount) int { return cmp.Compare(a.word, b.word) })
	all = merged(all)
	d := document{words: make([]int32, len(all)), weights: make([]float32, len(all))}
	squares := 0.0
	for _, c := range all {
		squares += math.Pow(sublinear(c.n)*v.idf[c.word], 2)
	}
	for i, c := range all {
		d.words[i] = c.word
		d.weights[i] = float32(length * sublinear(c.n) * v.idf[c.word] / math.Sqrt(squares))
	}
	return d
}

// merged adds up the counts of equal words in a sorted list, in place.
func merged(counts []termCount) []termCount {
	kept := counts[:0]
	for _, c := range counts {
		if last := len(kept) - 1; last >= 0 && kept[last].word == c.word {
			kept[last].n += c.n
		} else {
			kept = append(kept, c)
		}
	}
	return kept
}

// sublinear is the weight of n occurrences of a word: the tenth adds less than the first.
func sublinear(n int) float64 { return 1 + math.Log(float64(n)) }

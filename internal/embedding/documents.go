package embedding

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// documents is a sparse matrix: a row for each document, a column for each word. Only the
// entries are held, nothing that is as long as rows times directions.
type documents struct {
	// starts has where each row begins, and at the end where the last one ends.
	starts []int
	words  []int32
	// weights of a row are sublinear TF-IDF, of one length together.
	weights []float64
}

func (d *documents) rows() int { return len(d.starts) - 1 }

// row returns the words of a document and their weights.
func (d *documents) row(i int) ([]int32, []float64) {
	from, to := d.starts[i], d.starts[i+1]
	return d.words[from:to], d.weights[from:to]
}

// termCount is how often a word of the vocabulary stands in a text.
type termCount struct {
	word int32
	n    int
}

// readDocuments reads the corpus once and takes each chunk, and the window that begins at
// it, as documents.
func readDocuments(ctx context.Context, corpus episodic.Corpus, v vocabulary, l learning) (*documents, error) {
	d := &documents{starts: []int{0}}
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
				d.add(counts[i:i+1], v, 1)
				if last := min(i+l.window, len(counts)); last > i+1 {
					d.add(counts[i:last], v, l.windowWeight)
				}
			}
			place++
		}
	}
	return d, nil
}

// taken reports whether a place is in the sample: as many as are wanted, at even distances.
func taken(place, places, most int) bool {
	if places <= most {
		return true
	}
	return place*most/places != (place+1)*most/places
}

// countTerms counts the numbered words of a text, in the order of their numbers.
func countTerms(number map[string]int32, terms []string) []termCount {
	numbers := make([]int32, 0, len(terms))
	for _, term := range terms {
		if n, known := number[term]; known {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var counts []termCount
	for _, n := range numbers {
		if last := len(counts) - 1; last >= 0 && counts[last].word == n {
			counts[last].n++
		} else {
			counts = append(counts, termCount{n, 1})
		}
	}
	return counts
}

// add appends the document that consists of those texts; none when it has no known word.
func (d *documents) add(texts [][]termCount, v vocabulary, weight float64) {
	var all []termCount
	for _, t := range texts {
		all = append(all, t...)
	}
	slices.SortFunc(all, func(a, b termCount) int { return cmp.Compare(a.word, b.word) })
	from := len(d.words)
	length := 0.0
	for i := 0; i < len(all); {
		n, word := 0, all[i].word
		for ; i < len(all) && all[i].word == word; i++ {
			n += all[i].n
		}
		entry := sublinear(n) * v.idf[word]
		d.words, d.weights = append(d.words, word), append(d.weights, entry)
		length += entry * entry
	}
	if len(d.words) == from {
		return
	}
	length = math.Sqrt(length)
	for i := from; i < len(d.weights); i++ {
		d.weights[i] *= weight / length
	}
	d.starts = append(d.starts, len(d.words))
}

// sublinear is what n occurrences of a word count: the tenth says less than the first.
func sublinear(n int) float64 { return 1 + math.Log(float64(n)) }

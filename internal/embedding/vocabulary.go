package embedding

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// vocabulary numbers the words with vectors in alphabetical order.
type vocabulary struct {
	words  []string
	number map[string]int32
	// idf is the inverse document frequency: ln(1 + chunks/chunks with the word).
	idf []float64
	// chunks is the number of chunks in the corpus.
	chunks int
}

// wordCounter counts in how many chunks each word occurs.
type wordCounter struct {
	most   int
	chunks int
	counts map[string]wordCount
}

// wordCount is the count of one word; last is the number of the last chunk counted.
type wordCount struct{ chunks, last int }

// add counts the words of one chunk, each once.
func (c *wordCounter) add(terms []string) {
	c.chunks++
	for _, term := range terms {
		n, known := c.counts[term]
		if n.last == c.chunks {
			continue
		}
		if !known {
			// A term is a substring of its chunk and would keep all of it in memory.
			term = strings.Clone(term)
		}
		c.counts[term] = wordCount{n.chunks + 1, c.chunks}
	}
	if len(c.counts) > c.most {
		c.forget()
	}
}

// forget drops the words seen in only one chunk, so that a corpus full of identifiers does not
// exhaust memory. Which words are dropped depends only on the order of the corpus.
func (c *wordCounter) forget() {
	for term, n := range c.counts {
		if n.chunks == 1 {
			delete(c.counts, term)
		}
	}
	c.most = max(c.most, 2*len(c.counts))
}

// readVocabulary reads the corpus once.
func readVocabulary(ctx context.Context, corpus episodic.Corpus, l learning) (vocabulary, error) {
	counter := wordCounter{most: l.maxCounted, counts: map[string]wordCount{}}
	for chunks, err := range corpus {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return vocabulary{}, err
		}
		for _, c := range chunks {
			counter.add(c.Terms)
		}
	}
	return counter.choose(l), nil
}

// choose keeps the words that occur in enough chunks, the most frequent ones if there are too
// many.
func (c *wordCounter) choose(l learning) vocabulary {
	words := make([]string, 0, len(c.counts))
	for word, n := range c.counts {
		if n.chunks >= l.minChunks {
			words = append(words, word)
		}
	}
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(
			cmp.Compare(c.counts[b].chunks, c.counts[a].chunks),
			cmp.Compare(digits(a), digits(b)), cmp.Compare(a, b),
		)
	})
	words = slices.Clip(words[:min(len(words), l.maxWords)])
	slices.Sort(words)
	v := vocabulary{words: words, number: make(map[string]int32, len(words)), idf: make([]float64, len(words)), chunks: c.chunks}
	for i, word := range words {
		v.number[word] = int32(i)
		v.idf[i] = math.Log1p(float64(c.chunks) / float64(c.counts[word].chunks))
	}
	return v
}

// digits counts the digits of a word. Of two rare words, the one with fewer digits is more likely
// to occur in a question: the other is a number, a date or a SHA, which is found as it is.
func digits(word string) int {
	n := 0
	for i := range len(word) {
		if word[i] >= '0' && word[i] <= '9' {
			n++
		}
	}
	return n
}

package recall_test

import (
	"fmt"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
)

func TestCoverage(t *testing.T) {
	many := []episodic.ChunkHit{}
	for i := range 50 {
		many = append(many, episodic.ChunkHit{Episode: fmt.Sprint("ep-", i), Text: "the payment service of the ferry"})
	}
	rare := append([]episodic.ChunkHit{{Episode: "ep-x", Text: "a payment was charged twice, see ab41f6e"}}, many[:49]...)
	for _, c := range []struct {
		why, question string
		words         []episodic.ChunkHit
		least, most   float64
	}{
		{"nothing is found", "payment", nil, 0, 0},
		{"all words in one chunk", "Was the payment charged twice?", rare, 1, 1},
		{"an identifier that the memory has", "ab41f6e", rare, 1, 1},
		{"an identifier in the key", "ep-x", rare, 1, 1},
		{"a frequent word alone, beside a rare one that is absent", "payment debited", many, .05, .2},
		{"frequent words, beside absent ones", "payment debited erroneously ferry", many, .1, .25},
		{"the words are in two chunks", "charged ferry", rare, .7, .95},
		{"a day, and a word that is absent", "What happened on 2 April 2026?", many, .6, .9},
		{"nothing but a day", "2 April 2026", many, 1, 1},
	} {
		if got := recall.Coverage(lexis.Analyze(c.question), c.words); got < c.least || got > c.most {
			t.Errorf("%s: %q is covered by %.3f, want %.2f to %.2f", c.why, c.question, got, c.least, c.most)
		}
	}
}

func TestVectorWeight(t *testing.T) {
	lastWords, lastSentences := 1.0, 1.0
	for i := range 101 {
		words, sentences := recall.VectorWeight(float64(i) / 100)
		if words < .05-1e-9 || sentences > .97+1e-9 || words > lastWords || sentences > lastSentences || sentences < words {
			t.Errorf("a coverage of .%02d gives vectors of words %.3f after %.3f, of sentences %.3f after %.3f", i, words, lastWords, sentences, lastSentences)
		}
		lastWords, lastSentences = words, sentences
	}
	if few, _ := recall.VectorWeight(.2); few < .89 {
		t.Errorf("words that the memory lacks give the vectors %.3f", few)
	}
	if words, sentences := recall.VectorWeight(.7); words > .051 || sentences > .051 {
		t.Errorf("words that the memory has give vectors of words %.3f, of sentences %.3f", words, sentences)
	}
}

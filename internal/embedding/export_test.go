package embedding

import (
	"context"
	"os"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/mat"
)

// For tests of the parts.
var (
	ToHalf      = toHalf
	FromHalf    = fromHalf
	CutTokens   = cutTokens
	Tokens      = tokens
	Batches     = batches
	RetryAfter  = retryAfter
	CanaryTexts = canaryTexts
	EndpointURL = endpointURL
)

// NewQuick is New with the given pauses.
func NewQuick(o Options, first, open time.Duration) (episodic.Embedder, func() error, error) {
	p, err := newOpenAI(o.withDefaults(), pauses{first: first, most: 4 * first, open: open})
	if err != nil {
		return nil, nil, err
	}
	return p, p.cache.close, nil
}

// Bounds are the parameters of learning that tests change; 0 means the default.
type Bounds struct{ Words, Counted, Places, Window int }

// NewLearned returns a learned embedder with other bounds.
func NewLearned(b Bounds) episodic.Embedder {
	e := newLearned()
	for _, f := range []struct {
		to    *int
		value int
	}{
		{&e.learning.maxWords, b.Words},
		{&e.learning.maxCounted, b.Counted},
		{&e.learning.maxPlaces, b.Places},
		{&e.learning.window, b.Window},
	} {
		if f.value > 0 {
			*f.to = f.value
		}
	}
	return e
}

// Words returns the words of a table.
func Words(data []byte) ([]string, error) {
	t, err := parseTable(data)
	if err != nil {
		return nil, err
	}
	words := make([]string, len(t.number))
	for word, i := range t.number {
		words[i] = word
	}
	return words, nil
}

// ParseTable and ParseCanaries parse a byte form.
func ParseTable(data []byte) (episodic.Model, error) { return parseTable(data) }

func ParseCanaries(data []byte) ([][]float32, error) { return parseCanaries(data) }

// EncodeTable returns a table of words that all have the same direction.
func EncodeTable(dimension int, words ...string) []byte {
	entries := make([]entry, len(words))
	for i, word := range words {
		vector := make([]float64, dimension)
		vector[0] = 1
		entries[i] = entry{word, 1, vector}
	}
	return encodeTable(entries, dimension)
}

// Principal finds the principal directions of the rows of a matrix.
func Principal(rows *mat.Dense, dimension, rounds int) (*mat.Dense, []float64, error) {
	n, words := rows.Dims()
	d := make(documents, n)
	for i := range n {
		for j := range words {
			d[i].words, d[i].weights = append(d[i].words, int32(j)), append(d[i].weights, float32(rows.At(i, j)))
		}
	}
	l := standardLearning()
	l.rounds = rounds
	return principal(context.Background(), d, words, dimension, l)
}

// ByteCache is the cache bounded by bytes.
type ByteCache = byteCache[int]

func NewByteCache(most int) *ByteCache { return newByteCache[int](most) }

// Child is the process that has the model of a local embedder.
func Child(e episodic.Embedder) *os.Process { return e.(*openai).child.running.process }

// ChildSocket is where that process listens.
func ChildSocket(e episodic.Embedder) string { return e.(*openai).child.running.socket }

package embedding

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	learnedDimension = 384
	learnedModel     = "lsa"
	// leastChunks is the minimum number of chunks of a project that gets vectors: a smaller one is soon read
	// through, and too little to learn from.
	leastChunks = 50
	// maxLoadedBytes bounds the memory of loaded tables.
	maxLoadedBytes = 256 << 20
)

// learned makes models by latent semantic analysis (Deerwester et al. 1990) of a project's own
// chunks.
type learned struct {
	learning learning
	loaded   *byteCache[*table]
}

var _ episodic.Embedder = (*learned)(nil)

func newLearned() *learned {
	return &learned{learning: standardLearning(), loaded: newByteCache[*table](maxLoadedBytes)}
}

// Wants implements [episodic.Embedder].
func (e *learned) Wants(active episodic.Generation, chunks int) bool {
	switch {
	case chunks < leastChunks:
		return false
	case active.Fingerprint == "":
		// If nothing could be learned, try again when the project has grown.
		return active.Chunks < leastChunks || chunks >= 2*active.Chunks
	default:
		return active.Provider != ProviderLearned || active.Model != learnedModel ||
			active.Dimension != e.learning.dimension || chunks >= 2*active.Chunks
	}
}

// Prepare implements [episodic.Embedder].
func (e *learned) Prepare(ctx context.Context, corpus episodic.Corpus) (episodic.ModelData, error) {
	fail := func(err error) (episodic.ModelData, error) {
		return episodic.ModelData{}, fmt.Errorf("learn the vectors of words: %w", err)
	}
	v, err := readVocabulary(ctx, corpus, e.learning)
	if err != nil {
		return fail(err)
	}
	nothing := episodic.ModelData{Provider: ProviderLearned, Model: learnedModel}
	if v.chunks < leastChunks || len(v.words) == 0 {
		return nothing, nil
	}
	d, err := readDocuments(ctx, corpus, v, e.learning)
	if err != nil {
		return fail(err)
	}
	directions, singular, err := principal(ctx, d, len(v.words), e.learning.rank(v.chunks), e.learning)
	if err != nil {
		return fail(err)
	}
	if len(singular) == 0 {
		return nothing, nil
	}
	data := encodeTable(entriesOf(v, directions, singular, e.learning), e.learning.dimension)
	return episodic.ModelData{
		Fingerprint: learnedFingerprint(data), Provider: ProviderLearned, Model: learnedModel,
		Dimension: e.learning.dimension, Bytes: data,
	}, nil
}

// Load implements [episodic.Embedder]. A corrupt table, or one made of other terms than this
// program's, can never be loaded, so the error is an [episodic.ErrModelChanged].
func (e *learned) Load(data episodic.ModelData) (episodic.Model, error) {
	if data.Provider != ProviderLearned {
		return nil, fmt.Errorf("%w: its vectors are of provider %q, the setting is %q", episodic.ErrModelChanged, data.Provider, ProviderLearned)
	}
	if t, ok := e.loaded.Get(data.Fingerprint); ok {
		return t, nil
	}
	t, err := parseTable(data.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: the learned table cannot be read: %w", episodic.ErrModelChanged, err)
	}
	if learnedFingerprint(data.Bytes) != data.Fingerprint {
		return nil, fmt.Errorf("%w: the learned table is of other words than this version's", episodic.ErrModelChanged)
	}
	e.loaded.Add(data.Fingerprint, t, t.size)
	return t, nil
}

var _ episodic.Model = (*table)(nil)

// Instant implements [episodic.Model].
func (t *table) Instant() bool { return true }

// Embed implements [episodic.Model]. It fails only if ctx has ended.
func (t *table) Embed(ctx context.Context, texts []episodic.EmbedText) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("embed %d texts: %w", len(texts), err)
		}
		vectors[i] = t.fold(text.Terms)
	}
	return vectors, nil
}

// fold returns the normalized sum of the vectors of the words, nil if none is known. It adds them
// in table order, so that word order does not affect rounding.
func (t *table) fold(terms []string) []float32 {
	counts := countTerms(t.number, terms)
	if len(counts) == 0 {
		return nil
	}
	sum := make([]float32, t.dimension)
	for _, c := range counts {
		weight := math.Float32frombits(binary.LittleEndian.Uint32(t.weights[4*c.word:]))
		addHalves(sum, t.vectors[2*t.dimension*int(c.word):], weight*float32(sublinear(c.n)))
	}
	return normalized(sum)
}

// addHalves adds the first 16-bit floats of halves, scaled, to sum.
func addHalves(sum []float32, halves []byte, scale float32) {
	// The exponents of all are corrected with the scale, which a power of two does not round.
	scale *= halfExponent
	for len(sum) >= 4 {
		low, high := binary.LittleEndian.Uint32(halves), binary.LittleEndian.Uint32(halves[4:])
		sum[0] += scale * widened(low)
		sum[1] += scale * widened(low>>16)
		sum[2] += scale * widened(high)
		sum[3] += scale * widened(high>>16)
		sum, halves = sum[4:], halves[8:]
	}
	for j := range sum {
		sum[j] += scale * widened(uint32(binary.LittleEndian.Uint16(halves[2*j:])))
	}
}

// normalized scales a vector to length 1 in place; it returns nil for a vector without a
// direction.
func normalized(v []float32) []float32 {
	length := 0.0
	for _, value := range v {
		length += float64(value) * float64(value)
	}
	length = math.Sqrt(length)
	if !(length > 1e-12) || math.IsInf(length, 0) {
		return nil
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return v
}

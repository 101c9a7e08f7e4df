package storetest

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"

	"github.com/causeway-memory/causeway/episodic"
)

// embedder makes models for services under test: a text is the sum of vectors that its terms select.
// Models depend only on the texts, so two worlds have the same ones.
type embedder struct{}

// fewestTexts is the least number of chunks of a project with a model.
const fewestTexts = 3

// Wants implements [episodic.Embedder].
func (embedder) Wants(active episodic.Generation, chunks int) bool {
	return active.Fingerprint == "" && chunks >= fewestTexts
}

// Prepare implements [episodic.Embedder]. Models differ in their dimension; every second one is not
// instant.
func (embedder) Prepare(_ context.Context, corpus episodic.Corpus) (episodic.ModelData, error) {
	texts := 0
	for chunks, err := range corpus {
		if err != nil {
			return episodic.ModelData{}, err
		}
		texts += len(chunks)
	}
	if texts < fewestTexts {
		return episodic.ModelData{}, nil
	}
	dimension := 12 + texts%4
	return episodic.ModelData{
		Fingerprint: fmt.Sprint("sum of ", dimension), Provider: "test", Model: "sum", Dimension: dimension, Bytes: []byte(strconv.Itoa(dimension)),
	}, nil
}

// Load implements [episodic.Embedder].
func (embedder) Load(data episodic.ModelData) (episodic.Model, error) {
	dimension, err := strconv.Atoi(string(data.Bytes))
	if err != nil || dimension != data.Dimension {
		return nil, fmt.Errorf("a model of %d numbers holds %q: %w", data.Dimension, data.Bytes, episodic.ErrModelChanged)
	}
	return summer(dimension), nil
}

// summer is a model with so many dimensions.
type summer int

// Instant implements [episodic.Model].
func (s summer) Instant() bool { return s%2 == 0 }

// Embed implements [episodic.Model]. The weights keep similarities apart.
func (s summer) Embed(_ context.Context, texts []episodic.EmbedText) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if len(text.Terms) == 0 {
			continue
		}
		v := make([]float32, s)
		for _, term := range text.Terms {
			sum := fnv.New32a()
			_, _ = sum.Write([]byte(term)) // never fails
			at := int(sum.Sum32()) % int(s)
			v[at] += 1 + float32(math.Mod(float64(at)*math.Phi, 1))
		}
		n := float32(length(v))
		for k := range v {
			v[k] /= n
		}
		out[i] = v
	}
	return out, nil
}

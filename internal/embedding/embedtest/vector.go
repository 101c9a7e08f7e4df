package embedtest

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// answer returns the body of an answer.
func (b Behaviour) answer(asked request, number int) []byte {
	dimension := 64
	if b.Dimension > 0 {
		dimension = b.Dimension
	}
	if asked.Dimensions > 0 {
		dimension = min(dimension, asked.Dimensions)
	}
	entries := make([]Entry, len(asked.Input))
	for i, text := range asked.Input {
		entries[i] = Entry{Index: i, Vector: b.noisy(Vector(b.Model, text, dimension), number)}
	}
	if b.Reverse {
		slices.Reverse(entries)
	}
	if b.Spoil != nil {
		entries = b.Spoil(asked.Input, entries)
	}
	data := make([]map[string]any, len(entries))
	for i, e := range entries {
		data[i] = map[string]any{"object": "embedding", "index": e.Index, "embedding": encode(e, asked.Format == "base64" && !b.Lists)}
	}
	body, err := json.Marshal(map[string]any{"object": "list", "model": asked.Model, "data": data})
	if err != nil {
		return []byte(err.Error())
	}
	return body
}

func encode(e Entry, packed bool) any {
	switch {
	case len(e.Raw) > 0:
		return e.Raw
	case !packed:
		return e.Vector
	}
	var raw []byte
	for _, value := range e.Vector {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(value))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

func (b Behaviour) noisy(vector []float32, number int) []float32 {
	if b.Noise == 0 {
		return vector
	}
	random := rand.New(rand.NewPCG(uint64(number), 1))
	for i := range vector {
		vector[i] += float32(b.Noise * random.NormFloat64())
	}
	return vector
}

// Vector returns the vector of a text: the sum of a vector for each word, scaled to length 1.
func Vector(model, text string, dimension int) []float32 {
	sum := make([]float64, dimension)
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range append(words, "") { // a text without words gets a vector too
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(model + "\n" + word))
		random := rand.New(rand.NewPCG(hash.Sum64(), 7))
		for i := range sum {
			sum[i] += random.NormFloat64()
		}
	}
	length := 0.0
	for _, value := range sum {
		length += value * value
	}
	out := make([]float32, dimension)
	for i, value := range sum {
		out[i] = float32(value / math.Sqrt(length))
	}
	return out
}

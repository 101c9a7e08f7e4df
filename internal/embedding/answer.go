package embedding

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// maxDimension is the largest dimension that is accepted.
const maxDimension = 1 << 16

// readAnswer returns the normalized vectors of an answer in the order of the texts.
func readAnswer(answer []byte, texts int) ([][]float32, error) {
	var content struct {
		Data []struct {
			Index     *int            `json:"index"`
			Embedding json.RawMessage `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &content); err != nil {
		return nil, fmt.Errorf("answers with something other than embeddings (embedding.url): %w", err)
	}
	if len(content.Data) != texts {
		return nil, fmt.Errorf("answers %d vectors for %d texts (embedding.url)", len(content.Data), texts)
	}
	vectors := make([][]float32, texts)
	for i, entry := range content.Data {
		at := i
		if entry.Index != nil {
			at = *entry.Index
		}
		if at < 0 || at >= texts || vectors[at] != nil {
			return nil, fmt.Errorf("answers a vector for text %d of %d, or two for one text (embedding.url)", at, texts)
		}
		vector, err := readVector(entry.Embedding)
		if err != nil {
			return nil, err
		}
		vectors[at] = vector
	}
	for _, v := range vectors {
		if len(v) != len(vectors[0]) {
			return nil, fmt.Errorf("answers vectors of %d and of %d numbers (embedding.url)", len(vectors[0]), len(v))
		}
	}
	return vectors, nil
}

// readVector reads a list of numbers, or 32-bit floats in base64, and normalizes them.
func readVector(raw json.RawMessage) ([]float32, error) {
	var vector []float32
	var text string
	switch err := json.Unmarshal(raw, &text); {
	case err == nil:
		packed, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(packed)%4 != 0 {
			return nil, errors.New("answers a vector that is not base64 of 32-bit numbers (embedding.url)")
		}
		vector = make([]float32, len(packed)/4)
		for i := range vector {
			vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(packed[4*i:]))
		}
	case bytes.Contains(raw, []byte("null")):
		return nil, &refusal{"the vector contains something other than numbers"}
	default:
		if err := json.Unmarshal(raw, &vector); err != nil {
			return nil, fmt.Errorf("answers a vector that is not a list of numbers (embedding.url): %w", err)
		}
	}
	if len(vector) == 0 || len(vector) > maxDimension {
		return nil, fmt.Errorf("answers a vector of %d numbers (embedding.url)", len(vector))
	}
	if vector = normalized(vector); vector == nil {
		return nil, &refusal{"the vector is zero or contains something other than numbers"}
	}
	return vector, nil
}

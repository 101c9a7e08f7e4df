package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"net/http"

	"github.com/causeway-memory/causeway/internal/onnx"
	"github.com/causeway-memory/causeway/internal/sentence"
)

// maxRequest bounds a request in bytes.
const maxRequest = 64 << 20

// embedder answers requests for vectors.
type embedder struct {
	model   *sentence.Model
	network *onnx.Network
}

// ServeHTTP implements [http.Handler]. It computes one text after the other, on one thread.
func (e *embedder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&request); err != nil {
		http.Error(w, "read the request: "+err.Error(), http.StatusBadRequest)
		return
	}
	type entry struct {
		Index     int    `json:"index"`
		Embedding string `json:"embedding"`
	}
	data := make([]entry, 0, len(request.Input))
	for i, text := range request.Input {
		if r.Context().Err() != nil {
			return // nobody waits any more
		}
		vector, err := e.network.Run(e.model.Pieces(text))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		data = append(data, entry{i, packed(vector)})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "model": request.Model, "data": data}) // nobody may wait any more
}

// packed returns a vector as base64 of 32-bit numbers.
func packed(vector []float32) string {
	raw := make([]byte, 0, 4*len(vector))
	for _, value := range vector {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(value))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

package weaviateindex

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// namedVectors are the vectors that the collection supports.
func namedVectors() []episodic.VectorName {
	return []episodic.VectorName{episodic.VectorChunk, episodic.VectorTask, episodic.VectorOutcome, episodic.VectorFull}
}

// vectorNames returns the names of a chunk's vectors, in order. They are also a property of the chunk,
// so that chunks without a vector can be counted and excluded.
func vectorNames(c episodic.Chunk) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(c.Vectors)) {
		if isNonzero(c.Vectors[name]) {
			names = append(names, string(name))
		}
	}
	return names
}

// isNonzero reports whether a vector is not all zeros; a zero vector is equally near to every other one.
func isNonzero(v []float32) bool {
	return slices.ContainsFunc(v, func(n float32) bool { return n != 0 })
}

// vectors returns the vectors of a chunk in the server's format.
func vectors(c episodic.Chunk) map[string][]float32 {
	out := map[string][]float32{}
	for _, name := range vectorNames(c) {
		out[name] = c.Vectors[episodic.VectorName(name)]
	}
	return out
}

// checkVector returns an error for an invalid vector of that name.
func checkVector(name episodic.VectorName, v []float32) error {
	if !slices.Contains(namedVectors(), name) {
		return fmt.Errorf("there is no vector named %q", name)
	}
	if slices.ContainsFunc(v, func(n float32) bool { return math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) }) {
		return errors.New("it holds what is no number")
	}
	return nil
}

// vectorLength is the length of all vectors in one call, 0 before the first. The server refuses a
// different length too, but not within the first batch of a tenant.
type vectorLength int

// check returns an error for invalid vectors of an episode.
func (l *vectorLength) check(e episodic.EpisodeChunks) error {
	for _, c := range e.Chunks {
		for _, name := range slices.Sorted(maps.Keys(c.Vectors)) {
			v := c.Vectors[name]
			if err := checkVector(name, v); err != nil {
				return fmt.Errorf("vector %s of chunk %d: %w", name, c.Number, err)
			}
			if *l == 0 {
				*l = vectorLength(len(v))
			}
			if len(v) > 0 && len(v) != int(*l) {
				return fmt.Errorf("vector %s of chunk %d: it has %d numbers, others have %d", name, c.Number, len(v), *l)
			}
		}
	}
	return nil
}

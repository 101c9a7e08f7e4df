package weaviateindex

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// namedVectors are the vectors that the collection has a place for.
func namedVectors() []episodic.VectorName {
	return []episodic.VectorName{episodic.VectorChunk, episodic.VectorTask, episodic.VectorOutcome, episodic.VectorFull}
}

// vectorNames returns which vectors a chunk has, in order: a property of the chunk too, so
// that those without can be counted and left out.
func vectorNames(c episodic.Chunk) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(c.Vectors)) {
		if says(c.Vectors[name]) {
			names = append(names, string(name))
		}
	}
	return names
}

// says reports whether a vector says anything: one of zeros is like every other.
func says(v []float32) bool { return slices.ContainsFunc(v, func(n float32) bool { return n != 0 }) }

// vectors are the vectors of a chunk as the server takes them.
func vectors(c episodic.Chunk) map[string][]float32 {
	out := map[string][]float32{}
	for _, name := range vectorNames(c) {
		out[name] = c.Vectors[episodic.VectorName(name)]
	}
	return out
}

// checkVector returns what is wrong with a vector of that name.
func checkVector(name episodic.VectorName, v []float32) error {
	if !slices.Contains(namedVectors(), name) {
		return fmt.Errorf("there is no vector named %q", name)
	}
	if slices.ContainsFunc(v, func(n float32) bool { return math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) }) {
		return errors.New("it holds what is no number")
	}
	return nil
}

// vectorLength is the length of all vectors of one call, 0 before the first. The server
// refuses another length too, but not within the first batch of a tenant.
type vectorLength int

// check returns what is wrong with the vectors of an episode.
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

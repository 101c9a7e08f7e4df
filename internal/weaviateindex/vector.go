package weaviateindex

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/weaviate/weaviate/entities/models"

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
	for name, v := range c.Vectors {
		if len(v) > 0 {
			names = append(names, string(name))
		}
	}
	slices.Sort(names)
	return names
}

// vectors are the vectors of a chunk as the server takes them.
func vectors(c episodic.Chunk) models.Vectors {
	out := models.Vectors{}
	for _, name := range vectorNames(c) {
		out[name] = c.Vectors[episodic.VectorName(name)]
	}
	return out
}

// lengths keeps the length of the vectors of each name in one call.
type lengths map[episodic.VectorName]int

// check returns what is wrong with the vectors of an episode. The server would find vectors
// of two lengths itself, but not in the first batch of a tenant.
func (l lengths) check(e episodic.EpisodeChunks) error {
	for _, c := range e.Chunks {
		for _, name := range slices.Sorted(maps.Keys(c.Vectors)) {
			v := c.Vectors[name]
			if len(v) == 0 {
				continue
			}
			if !slices.Contains(namedVectors(), name) {
				return fmt.Errorf("chunk %d has a vector %q, which the index has no place for", c.Number, name)
			}
			if l[name] == 0 {
				l[name] = len(v)
			}
			if len(v) != l[name] {
				return fmt.Errorf("the vector %q of chunk %d has %d numbers, others have %d", name, c.Number, len(v), l[name])
			}
			if slices.ContainsFunc(v, func(f float32) bool { return math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) }) {
				return fmt.Errorf("the vector %q of chunk %d holds what is no number", name, c.Number)
			}
		}
	}
	return nil
}

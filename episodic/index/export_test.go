package index

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
)

// PauseAfter lets the tests of package episodic_test see pauseAfter.
func PauseAfter(failures int) time.Duration { return pauseAfter(failures) }

// VectorTexts lets them see which texts of an episode become which vectors.
func VectorTexts(e episodic.Episode) map[episodic.VectorName][]string {
	out := map[episodic.VectorName][]string{}
	for _, t := range vectorTexts(e, chunk.Chunks(episodic.Stored{Episode: e}).Chunks) {
		out[t.name] = append(out[t.name], t.Plain)
	}
	return out
}

// WantsGeneration lets them see when a project gets a new model.
func (s *Service) WantsGeneration(ctx context.Context, project string, active episodic.Generation) (bool, error) {
	return s.wantsGeneration(ctx, project, active)
}

// TowardsNeighbors draws the vectors of chunks to those of their neighbors.
func TowardsNeighbors(own [][]float32) [][]float32 { return towardsNeighbors(own) }

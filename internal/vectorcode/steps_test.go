package vectorcode_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/vectorcode"
)

// TestSteps_areTheSame compares both ways to count, for vectors whose signs come in fours of words and for others.
func TestSteps_areTheSame(t *testing.T) {
	for _, dimension := range []int{3, 64, 100, 256, 384, 768} {
		for _, vectors := range []int{0, 1, 2, 67} {
			random := rand.New(rand.NewPCG(14, uint64(dimension)))
			s := vectorcode.NewSet(dimension, nil)
			for range vectors {
				s.Add(unit(gaussian(random, dimension, even)))
			}
			for range 10 {
				here, anywhere := s.Steps(unit(gaussian(random, dimension, even)))
				if !slices.Equal(here, anywhere) {
					t.Fatalf("%d vectors of %d numbers: %v here, %v anywhere", vectors, dimension, here, anywhere)
				}
				if vectors > 0 && slices.Max(here) == 0 {
					t.Errorf("%d vectors of %d numbers: nothing is counted", vectors, dimension)
				}
			}
		}
	}
}

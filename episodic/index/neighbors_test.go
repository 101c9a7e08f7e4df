package index_test

import (
	"math"
	"testing"

	"github.com/causeway-memory/causeway/episodic/index"
)

func TestTowardsNeighbors(t *testing.T) {
	x, y, z := []float32{1, 0, 0}, []float32{0, 1, 0}, []float32{0, 0, 1}
	got := index.TowardsNeighbors([][]float32{x, y, z, nil, x, {0, 0}})
	for i, want := range [][]float32{{1, .5, .25}, {.5, 1, .5}, {.5, .5, 1}, nil, {1, 0, .25}, nil} {
		if i == 5 {
			break // a vector of another length takes no part
		}
		if want == nil {
			if got[i] != nil {
				t.Errorf("chunk %d without a vector gets %v", i, got[i])
			}
			continue
		}
		length := 0.0
		for _, v := range want {
			length += float64(v * v)
		}
		for j, v := range want {
			if math.Abs(float64(v)/math.Sqrt(length)-float64(got[i][j])) > 1e-6 {
				t.Errorf("chunk %d is drawn to %v, want the direction of %v", i, got[i], want)
			}
		}
	}
	if x[1] != 0 || y[0] != 0 {
		t.Error("the vectors given were changed")
	}
	if alone := index.TowardsNeighbors([][]float32{x, {-2, 0, 0}}); alone[0][0] != 1 {
		t.Errorf("a vector that its neighbor takes away is %v", alone[0])
	}
}

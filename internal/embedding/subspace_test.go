package embedding_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/causeway-memory/causeway/internal/embedding"
)

// decaying returns a random matrix whose singular values decay like those of texts.
func decaying(rows, columns int) *mat.Dense {
	random := rand.New(rand.NewPCG(5, 5))
	m := mat.NewDense(rows, columns, nil)
	u, v := mat.NewVecDense(rows, nil), mat.NewVecDense(columns, nil)
	for k := range min(rows, columns) {
		for i := range rows {
			u.SetVec(i, random.NormFloat64())
		}
		for i := range columns {
			v.SetVec(i, random.NormFloat64())
		}
		m.RankOne(m, 1/math.Pow(float64(k+1), .7), u, v)
	}
	m.Apply(func(_, _ int, value float64) float64 { return float64(float32(value)) }, m)
	return m
}

func TestPrincipal_againstExactDecomposition(t *testing.T) {
	for _, c := range []struct {
		why                              string
		rows, columns, dimension, rounds int
		values, energy                   float64
	}{
		{"fewer directions than the sketch: exact", 12, 30, 384, 2, 1e-9, 1e-9},
		{"fewer words than documents", 60, 9, 384, 2, 1e-9, 1e-9},
		{"a sketch of a large matrix", 400, 300, 20, 2, .06, .02},
		{"more rounds come nearer", 400, 300, 20, 6, .01, .003},
	} {
		m := decaying(c.rows, c.columns)
		var exact mat.SVD
		exact.Factorize(m, mat.SVDThin)
		want := exact.Values(nil)
		directions, singular, err := embedding.Principal(m, c.dimension, c.rounds)
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		if len(singular) != min(c.dimension, len(want)) {
			t.Fatalf("%s: %d directions, want %d", c.why, len(singular), min(c.dimension, len(want)))
		}
		for i, value := range singular {
			if math.Abs(value-want[i]) > c.values*want[i] {
				t.Errorf("%s: singular value %d is %v, want %v", c.why, i, value, want[i])
			}
		}
		var gram, projected mat.Dense
		gram.Mul(directions.T(), directions)
		for i := range len(singular) {
			for j := range len(singular) {
				if off := math.Abs(gram.At(i, j) - map[bool]float64{true: 1}[i == j]); off > 1e-6 {
					t.Fatalf("%s: directions %d and %d have the product %v", c.why, i, j, gram.At(i, j))
				}
			}
		}
		projected.Mul(m, directions)
		best := 0.0
		for _, value := range want[:len(singular)] {
			best += value * value
		}
		if got := math.Pow(mat.Norm(&projected, 2), 2); got < (1-c.energy)*best {
			t.Errorf("%s: the directions hold %v of %v", c.why, got, best)
		}
	}
}

func TestPrincipal_ofNothing(t *testing.T) {
	_, singular, err := embedding.Principal(mat.NewDense(3, 4, nil), 5, 2)
	if err == nil || len(singular) > 0 {
		t.Errorf("documents without a word have the directions %v, error %v", singular, err)
	}
}

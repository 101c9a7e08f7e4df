package vectorcode

import (
	"math"
	"math/rand/v2"
)

// rounds is how often a vector is mixed. After two, the numbers of any vector are spread like
// random ones.
const rounds = 2

// rotation turns vectors in a way that looks random and keeps lengths and angles: it changes
// signs and applies the Walsh-Hadamard transform, several times.
type rotation struct {
	// size is how many numbers a vector has afterwards: a power of two, at least 64.
	size  int
	signs [rounds][]float32
}

func newRotation(dimension int) *rotation {
	r := &rotation{size: 64}
	for r.size < dimension {
		r.size *= 2
	}
	random := rand.New(rand.NewPCG(uint64(r.size), rounds)) //nolint:gosec // it must give the same numbers each time
	for round := range r.signs {
		r.signs[round] = make([]float32, r.size)
		for i := range r.signs[round] {
			r.signs[round][i] = float32(2*random.IntN(2) - 1)
		}
	}
	return r
}

// apply writes the rotated vector to out, which has the size of the rotation.
func (r *rotation) apply(vector, out []float32) {
	clear(out[copy(out, vector):])
	scale := float32(1 / math.Sqrt(float64(r.size)))
	for _, signs := range r.signs {
		for i := range out {
			out[i] *= signs[i] * scale
		}
		transform(out)
	}
}

// transform is the Walsh-Hadamard transform without its scale. The vector has at least 8 numbers.
func transform(v []float32) {
	for from := 0; from < len(v); from += 8 {
		transformEight((*[8]float32)(v[from:]))
	}
	for half := 8; half < len(v); half *= 2 {
		for from := 0; from < len(v); from += 2 * half {
			low, high := v[from:from+half], v[from+half:from+2*half]
			for i, b := range high {
				low[i], high[i] = low[i]+b, low[i]-b
			}
		}
	}
}

func transformEight(v *[8]float32) {
	a, b, c, d := v[0]+v[1], v[0]-v[1], v[2]+v[3], v[2]-v[3]
	e, f, g, h := v[4]+v[5], v[4]-v[5], v[6]+v[7], v[6]-v[7]
	a, b, c, d = a+c, b+d, a-c, b-d
	e, f, g, h = e+g, f+h, e-g, f-h
	v[0], v[1], v[2], v[3] = a+e, b+f, c+g, d+h
	v[4], v[5], v[6], v[7] = a-e, b-f, c-g, d-h
}

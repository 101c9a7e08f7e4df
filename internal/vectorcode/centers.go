package vectorcode

import (
	"math"

	"gonum.org/v1/gonum/blas/blas32"
)

const (
	// maxCenters is how many centers there are at most. More of them shorten the differences by little and cost time for each vector that is added.
	maxCenters = 16
	// likeVectors is how many of the vectors that a set is to be like are looked at.
	likeVectors = 4096
	// turns is how often the centers move to the mean of what is nearest to them.
	turns = 6
)

// centers are points around which vectors lie. What a code says of a vector is its difference to the nearest of them, and the
// shorter that is, the better is the estimate.
type centers struct {
	dimension int
	// points are the centers, one after the other, and turned the same after the rotation.
	points, turned []float32
	// halves are half of their squared lengths.
	halves []float32
}

// newCenters finds centers of vectors, which stand one after the other: Lloyd's iteration over some of them. Without
// vectors the only center is the origin.
func newCenters(vectors []float32, r *rotation, dimension int) *centers {
	n := len(vectors) / dimension
	c := &centers{dimension: dimension, points: make([]float32, dimension*max(1, min(maxCenters, n)))}
	sample := make([]float32, 0, dimension*min(n, likeVectors))
	for i := range min(n, likeVectors) {
		from := i * n / min(n, likeVectors) * dimension
		sample = append(sample, vectors[from:from+dimension]...)
	}
	n = len(sample) / dimension
	for at := range c.count() {
		if n > 0 {
			copy(c.point(at), sample[at*n/c.count()*dimension:])
		}
	}
	c.measure()
	for range min(turns, n) {
		c.move(sample)
		c.measure()
	}
	c.turned = make([]float32, c.count()*r.size)
	for at := range c.count() {
		r.apply(c.point(at), c.turned[at*r.size:(at+1)*r.size])
	}
	return c
}

func (c *centers) count() int { return len(c.points) / c.dimension }

func (c *centers) point(at int) []float32 { return c.points[at*c.dimension : (at+1)*c.dimension] }

// measure notes the lengths of the centers.
func (c *centers) measure() {
	c.halves = c.halves[:0]
	for at := range c.count() {
		c.halves = append(c.halves, dot(c.point(at), c.point(at))/2)
	}
}

// move moves every center to the mean of the vectors that it is nearest to; one that is nearest to none stays.
func (c *centers) move(vectors []float32) {
	sums, sizes := make([]float32, len(c.points)), make([]float32, c.count())
	for from := 0; from < len(vectors); from += c.dimension {
		v := vectors[from : from+c.dimension]
		at := c.nearest(v)
		sizes[at]++
		for i, n := range v {
			sums[at*c.dimension+i] += n
		}
	}
	for at, size := range sizes {
		if size == 0 {
			continue
		}
		for i := range c.dimension {
			c.points[at*c.dimension+i] = sums[at*c.dimension+i] / size
		}
	}
}

// nearest is the place of the center that is nearest to a vector.
func (c *centers) nearest(vector []float32) (nearest int) {
	best := float32(-math.MaxFloat32)
	for at, half := range c.halves {
		if near := dot(c.point(at), vector) - half; near > best {
			nearest, best = at, near
		}
	}
	return nearest
}

func dot(a, b []float32) float32 {
	return blas32.Dot(blas32.Vector{N: len(a), Data: a, Inc: 1}, blas32.Vector{N: len(b), Data: b, Inc: 1})
}

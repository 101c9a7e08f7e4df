package vectorcode

import (
	"math"
	"math/bits"
	"slices"
)

// Set holds the codes of vectors in the order in which they were added. Searches may run at once,
// but nothing else beside a change.
type Set struct {
	dimension int
	rotation  *rotation
	centers   *centers
	// words is how many words of 64 bits the signs of a vector take.
	words   int
	signs   []uint64
	bytes   []int8
	factors []factors
	// rest and rotated are room for the vector that is added.
	rest, rotated []float32
}

// factors turn what is counted in a code into a similarity.
type factors struct {
	// sign is for the sum of the question's numbers by the signs of the vector.
	sign float32
	// base is the part of the estimate that the question's similarity to the center does not have.
	base float32
	// unit is what the bytes count in.
	unit float32
	// positive is how many of the signs are, and center the place of the center.
	positive, center uint16
}

// NewSet returns an empty set for vectors of so many numbers. Estimates are best when they are like those of like, which stand one
// after the other; there may be none.
func NewSet(dimension int, like []float32) *Set {
	r := newRotation(dimension)
	return &Set{
		dimension: dimension, rotation: r, centers: newCenters(like, r, dimension), words: r.size / 64,
		rest: make([]float32, dimension), rotated: make([]float32, r.size),
	}
}

// Len is how many vectors there are.
func (s *Set) Len() int { return len(s.factors) }

// Bytes is the memory that the set takes.
func (s *Set) Bytes() int64 {
	return int64(8*cap(s.signs) + cap(s.bytes) + 16*cap(s.factors))
}

// Grow makes room for some more vectors at once.
func (s *Set) Grow(n int) {
	s.signs, s.bytes = slices.Grow(s.signs, n*s.words), slices.Grow(s.bytes, n*s.dimension)
	s.factors = slices.Grow(s.factors, n)
}

// Add adds a vector of length 1. Its signs are those of its difference to the nearest center.
func (s *Set) Add(vector []float32) {
	center := s.centers.nearest(vector)
	point := s.centers.point(center)
	for i, n := range vector {
		s.rest[i] = n - point[i]
	}
	s.rotation.apply(s.rest, s.rotated)
	f := factors{center: uint16(center)} //nolint:gosec // there are few
	turned := s.centers.turned[center*len(s.rotated):]
	var sum, square, along float32
	for from := 0; from < len(s.rotated); from += 64 {
		word := uint64(0)
		for i, n := range s.rotated[from : from+64] {
			bits := math.Float32bits(n)
			negative := bits >> 31
			word |= uint64(1-negative) << i
			sum += math.Float32frombits(bits &^ (1 << 31))
			square += n * n
			along += math.Float32frombits(math.Float32bits(turned[from+i]) ^ negative<<31)
		}
		f.positive += uint16(bits.OnesCount64(word)) //nolint:gosec // at most 64
		s.signs = append(s.signs, word)
	}
	if sum > 0 {
		f.sign = square / sum
	}
	f.base = dot(s.rest, point) - f.sign*along
	s.bytes, f.unit = appendBytes(s.bytes, vector)
	s.factors = append(s.factors, f)
}

// appendBytes appends the numbers of a vector, the greatest as 127, and returns what one is worth.
func appendBytes(to []int8, vector []float32) ([]int8, float32) {
	greatest := float32(0)
	for _, n := range vector {
		greatest = max(greatest, n, -n)
	}
	scale := math.MaxInt8 / greatest
	for _, n := range vector {
		to = append(to, int8(int32(n*scale+(1<<8+.5))-1<<8)) //nolint:gosec // from -127 to 127, rounded: what is converted is above 0
	}
	return to, greatest / math.MaxInt8
}

// Move puts the vector of one place in another.
func (s *Set) Move(to, from int) {
	copy(s.signs[to*s.words:(to+1)*s.words], s.signs[from*s.words:])
	copy(s.bytes[to*s.dimension:(to+1)*s.dimension], s.bytes[from*s.dimension:])
	s.factors[to] = s.factors[from]
}

// Truncate leaves the first n vectors.
func (s *Set) Truncate(n int) {
	s.signs, s.bytes, s.factors = s.signs[:n*s.words], s.bytes[:n*s.dimension], s.factors[:n]
}

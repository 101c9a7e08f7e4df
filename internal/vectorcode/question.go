package vectorcode

import (
	"encoding/binary"
	"math"
	"math/bits"
)

const (
	// planes is in how many bits each number of a question is written for the estimate.
	planes = 4
	// deviations is how many standard deviations an estimate may be below the least that counts.
	deviations = 3
	// blur is the variance of an estimate whose sign factor is 1, for a question at distance 1 of the center.
	blur = 1 - 2/math.Pi
)

// question is a vector that others are compared with.
type question struct {
	// planes has, for each word of signs, the bits of the question's numbers, the lowest first.
	planes [][planes]uint64
	// halves has the same for each four words: of every plane the lower halves of the bytes, then the upper ones.
	halves []byte
	// low and step are what the bits stand for: low plus so many steps; sum is that of all numbers.
	low, step, sum float32
	// bytes is the question in the numbers of bytes, each worth unit.
	bytes []int8
	unit  float32
	// centers are the places of the centers as the question sees them.
	centers [maxCenters]seen
}

// seen is a center as a question sees it.
type seen struct {
	// similarity is that of the question and the center.
	similarity float32
	// slack is what an estimate by the signs may be off by, less the sum of the question's numbers, in what a sign factor multiplies.
	slack float32
}

func (s *Set) newQuestion(vector []float32) *question {
	rotated := make([]float32, s.rotation.size)
	s.rotation.apply(vector, rotated)
	q := &question{planes: make([][planes]uint64, s.words)}
	q.bytes, q.unit = appendBytes(nil, vector)
	high := rotated[0]
	q.low = rotated[0]
	for _, n := range rotated {
		q.low, high = min(q.low, n), max(high, n)
	}
	q.step = max((high-q.low)/(1<<planes-1), math.SmallestNonzeroFloat32)
	for i, n := range rotated {
		steps := uint64(math.Round(float64((n - q.low) / q.step)))
		for plane := range planes {
			q.planes[i/64][plane] |= steps >> plane & 1 << (i % 64)
		}
		q.sum += q.low + float32(steps)*q.step
	}
	q.halve()
	q.see(s.centers, vector)
	return q
}

// halve writes the halves.
func (q *question) halve() {
	for from := 0; from+4 <= len(q.planes); from += 4 {
		for plane := range planes {
			var whole []byte
			for _, p := range q.planes[from : from+4] {
				whole = binary.LittleEndian.AppendUint64(whole, p[plane])
			}
			for _, b := range whole {
				q.halves = append(q.halves, b&15)
			}
			for _, b := range whole {
				q.halves = append(q.halves, b>>4)
			}
		}
	}
}

// see compares the question with the centers. An estimate is off by the part of the difference to the center that the signs do not
// tell, and by what the question's few bits leave out: a twelfth of a step squared for each number.
func (q *question) see(c *centers, vector []float32) {
	length, rounded := float64(dot(vector, vector)), float64(q.step*q.step)/12*float64(64*len(q.planes))
	for at, half := range c.halves {
		similarity := dot(c.point(at), vector)
		apart := max(0, length+2*float64(half-similarity))
		q.centers[at] = seen{similarity, float32(deviations*math.Sqrt(blur*apart+rounded)) - q.sum}
	}
}

// most writes to out what the similarities of the vectors from a place on hardly exceed; nothing for those that are not wanted.
func (q *question) most(s *Set, from int, out []float32, wanted func(place int) bool) {
	left := ^uint64(0)
	if wanted != nil {
		left = 0
		for i := range out {
			out[i] = nothing
			if wanted(from + i) {
				left |= 1 << i
			}
		}
	}
	if left == 0 {
		return
	}
	var steps [block]int32
	q.steps(steps[:len(out)], s.signs[from*s.words:])
	low, step, factors := 2*q.low, 2*q.step, s.factors[from:from+len(out)]
	for i := range factors {
		if left>>i&1 == 1 {
			f := &factors[i]
			center := &q.centers[f.center%maxCenters]
			out[i] = center.similarity + f.base + f.sign*(low*float32(f.positive)+step*float32(steps[i%block])+center.slack)
		}
	}
}

// plainSteps is what steps does, on any machine.
func (q *question) plainSteps(out []int32, signs []uint64) {
	for at := range out {
		steps := 0
		for i, word := range signs[at*len(q.planes) : (at+1)*len(q.planes)] {
			p := &q.planes[i]
			steps += bits.OnesCount64(word&p[0]) + bits.OnesCount64(word&p[1])<<1 + bits.OnesCount64(word&p[2])<<2 + bits.OnesCount64(word&p[3])<<3
		}
		out[at] = int32(steps)
	}
}

// similarity is that of the bytes.
func (q *question) similarity(s *Set, place int) float64 {
	own := s.bytes[place*s.dimension : (place+1)*s.dimension]
	return float64(product(own, q.bytes)) * float64(q.unit) * float64(s.factors[place].unit)
}

// plainProduct adds up the products of as many bytes; eight at a time, which takes a third of the time.
func plainProduct(a, b []int8) (sum int32) {
	for len(a) >= 8 && len(b) >= 8 {
		x, y := (*[8]int8)(a), (*[8]int8)(b)
		sum += int32(x[0])*int32(y[0]) + int32(x[1])*int32(y[1]) + int32(x[2])*int32(y[2]) + int32(x[3])*int32(y[3]) +
			int32(x[4])*int32(y[4]) + int32(x[5])*int32(y[5]) + int32(x[6])*int32(y[6]) + int32(x[7])*int32(y[7])
		a, b = a[8:], b[8:]
	}
	for i, n := range a {
		sum += int32(n) * int32(b[i])
	}
	return sum
}

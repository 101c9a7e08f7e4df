package vectorcode

import (
	"math"
	"math/bits"
)

const (
	// planes is in how many bits each number of a question is written for the estimate.
	planes = 4
	// deviation is the standard deviation of an estimate at a similarity of 0, times the root of the
	// size of the rotation: sqrt(pi/2 - 1), and some for the question's few bits.
	deviation = .8
	// floor is the part of the variance that the question's few bits cause, which stays at a similarity of 1.
	floor = .05
	// deviations is how many standard deviations an estimate may be below the least that counts.
	deviations = 2.5
)

// Search offers the places of the vectors that may belong to the keep most similar to a vector
// of length 1, with the similarity that their bytes say. It asks wanted about every place, in order. offer
// returns the least similarity that still counts, negative infinity while every one does.
func (s *Set) Search(vector []float32, keep int, wanted func(place int) bool, offer func(place int, similarity float64) (least float64)) {
	q := s.newQuestion(vector)
	estimates := make([]float32, len(s.factors))
	var counts histogram
	for place, f := range s.factors {
		estimates[place] = nothing
		if wanted(place) {
			e := q.estimate(s.signs[place*s.words:(place+1)*s.words], f)
			estimates[place] = e
			counts.add(e)
		}
	}
	// Those with the best estimates come first: what they say excludes most others.
	bar := counts.bar(keep)
	cut := q.cut(math.Inf(-1))
	for place, e := range estimates {
		if e >= bar {
			cut = q.cut(offer(place, q.similarity(s, place)))
		}
	}
	for place, e := range estimates {
		if e < bar && e >= cut {
			cut = q.cut(offer(place, q.similarity(s, place)))
		}
	}
}

// Similarities returns the similarities of a vector of length 1 and those in some places, as their bytes say.
func (s *Set) Similarities(vector []float32, places []int) []float64 {
	q, out := s.newQuestion(vector), make([]float64, len(places))
	for i, place := range places {
		out[i] = q.similarity(s, place)
	}
	return out
}

// histogram counts estimates by their size.
type histogram [512]int

func (h *histogram) add(e float32) {
	h[max(0, min(len(h)-1, int((e+1)*float32(len(h)/2))))]++
}

// bar returns an estimate that about so many reach; the least when there are fewer.
func (h *histogram) bar(keep int) float32 {
	for at := len(h) - 1; at > 0; at-- {
		if keep -= h[at]; keep <= 0 {
			return float32(at)/float32(len(h)/2) - 1
		}
	}
	return -math.MaxFloat32 / 2
}

// nothing is the estimate of what is not wanted.
const nothing = -math.MaxFloat32

// question is a vector that others are compared with.
type question struct {
	// planes has, for each word of signs, the bits of the question's numbers, the lowest first.
	planes [][planes]uint64
	// low and step are what the bits stand for: low plus so many steps; sum is that of all numbers.
	low, step, sum float32
	// bytes is the question in the numbers of bytes, each worth unit.
	bytes []int8
	unit  float32
	// noise is the standard deviation of an estimate at a similarity of 0.
	noise float64
}

func (s *Set) newQuestion(vector []float32) *question {
	rotated := make([]float32, s.rotation.size)
	s.rotation.apply(vector, rotated)
	q := &question{planes: make([][planes]uint64, s.words), noise: deviation / math.Sqrt(float64(s.rotation.size))}
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
	return q
}

// estimate is about the similarity of a vector with these signs.
func (q *question) estimate(signs []uint64, f factors) float32 {
	steps := 0
	signs = signs[:len(q.planes)]
	for i := range q.planes {
		p, word := &q.planes[i], signs[i]
		steps += bits.OnesCount64(word&p[0]) + bits.OnesCount64(word&p[1])<<1 + bits.OnesCount64(word&p[2])<<2 + bits.OnesCount64(word&p[3])<<3
	}
	positive := q.low*float32(f.positive) + q.step*float32(steps)
	return f.sign * (2*positive - q.sum)
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

// cut returns the estimate below which hardly any vector has a similarity of at least so much. The
// more similar two vectors are, the better is the estimate, down to what the question's few bits leave.
func (q *question) cut(least float64) float32 {
	if math.IsInf(least, -1) {
		return -math.MaxFloat32 / 2
	}
	alike := max(0, min(1, least))
	spread := 1 - (1-floor)*alike*alike
	return float32(least - deviations*q.noise*math.Sqrt(spread))
}

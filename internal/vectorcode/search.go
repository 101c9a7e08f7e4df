package vectorcode

import "math"

const (
	// ahead is how many times as many as are kept are compared first.
	ahead = 4
	// fetched is how many vectors are fetched at once, and cacheLine how many bytes come together.
	fetched, cacheLine = 16, 64
	// counted is about how many vectors show what the best of all are like.
	counted = 1 << 16
	// block is how many vectors are estimated at once; at most as many as a word has bits.
	block = 64
)

// Search offers the places of the vectors that may belong to the keep most similar to a vector
// of length 1, with the similarity that their bytes say. It asks wanted about every place, in order; nil wants all. offer
// returns the least similarity that still counts, negative infinity while every one does.
func (s *Set) Search(vector []float32, keep int, wanted func(place int) bool, offer func(place int, similarity float64) (least float64)) {
	q := s.newQuestion(vector)
	most := make([]float32, len(s.factors))
	var counts histogram
	every := 1 + len(most)/counted
	for from := 0; from < len(most); from += block {
		some := most[from:min(from+block, len(most))]
		q.most(s, from, some, wanted)
		if from/block%every == 0 {
			counts.add(some)
		}
	}
	// Those that may be the best come first: what they say excludes most others.
	bar, least := counts.bar(ahead*keep/every), math.Inf(-1)
	places := make([]int, 0, fetched)
	compare := func() {
		s.fetch(places)
		for _, place := range places {
			if float64(most[place]) >= least {
				least = offer(place, q.similarity(s, place))
			}
		}
		places = places[:0]
	}
	for _, first := range []bool{true, false} {
		for place, m := range most {
			if m > nothing && (m >= bar) == first && float64(m) >= least {
				if places = append(places, place); len(places) == fetched {
					compare()
				}
			}
		}
		compare()
	}
}

// fetch reads a little of everything about some vectors, which are far from each other: so the processor waits for all of it at once,
// and not for each when it is compared. The sum makes sure that it is read.
//
//go:noinline
func (s *Set) fetch(places []int) (sum int8) {
	for _, place := range places {
		sum += int8(s.factors[place].positive & 1)
		own := s.bytes[place*s.dimension : (place+1)*s.dimension]
		for at := 0; at < len(own); at += cacheLine {
			sum += own[at]
		}
	}
	return sum
}

// Similarities returns the similarities of a vector of length 1 and those in some places, as their bytes say.
func (s *Set) Similarities(vector []float32, places []int) []float64 {
	q, out := s.newQuestion(vector), make([]float64, len(places))
	for i, place := range places {
		out[i] = q.similarity(s, place)
	}
	return out
}

// histogram counts similarities by their size.
type histogram [512]int

func (h *histogram) add(similarities []float32) {
	for _, m := range similarities {
		if m > nothing {
			h[max(0, min(len(h)-1, int((m+1)*float32(len(h)/2))))]++
		}
	}
}

// bar returns a similarity that about so many reach; the least when there are fewer.
func (h *histogram) bar(keep int) float32 {
	for at := len(h) - 1; at > 0; at-- {
		if keep -= h[at]; keep <= 0 {
			return float32(at)/float32(len(h)/2) - 1
		}
	}
	return -math.MaxFloat32 / 2
}

// nothing stands for what is not wanted.
const nothing = -math.MaxFloat32

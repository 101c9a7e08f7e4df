package postings

import (
	"math"
	"sync"
)

// The parameters of BM25 (Robertson and Walker 1994) and how much more a word counts in the own
// text than in the other one, as FTS5 has them in bm25(words, 3, 1).
const (
	saturation = 1.2
	byLength   = .75
	ownWeight  = 3
	leastIDF   = 1e-6
)

// Collection is what all chunks are together that are there.
type Collection struct {
	Chunks int
	// Words is how many terms they have.
	Words int64
}

// Add adds other chunks.
func (c *Collection) Add(other Collection) {
	c.Chunks += other.Chunks
	c.Words += other.Words
}

// Source is a segment or block with what it knows of the terms of a question.
type Source struct {
	Table *Table
	// Lists are by term its list, in parts that follow each other; none where it has no such term.
	Lists [][]List
	// Dead says that some of its chunks are gone.
	Dead bool
}

// postings is how many postings the source has.
func (s *Source) postings() int {
	n := 0
	for _, parts := range s.Lists {
		for _, l := range parts {
			n += l.Count
		}
	}
	return n
}

// each calls a function with the postings of a list, some at a time.
func (s *Source) each(parts []List, call func([]posting)) error {
	var some [readAtOnce]posting
	for _, l := range parts {
		for r := l.reader(s.Table.Chunks()); ; {
			n, err := r.read(some[:])
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
			call(some[:n])
		}
	}
	return nil
}

// Spans returns which spans of the table ranking needs, ascending.
func (s *Source) Spans() ([]int, error) {
	chunks := s.Table.Chunks()
	needed := make([]bool, (chunks+SpanChunks-1)/SpanChunks)
	all := s.postings() >= chunks/8
	if !all {
		for _, parts := range s.Lists {
			err := s.each(parts, func(some []posting) {
				for _, p := range some {
					needed[p.at/SpanChunks] = true
				}
			})
			if err != nil {
				return nil, err
			}
		}
	}
	var out []int
	for i := range needed {
		if all || needed[i] {
			out = append(out, i)
		}
	}
	return out, nil
}

// live counts the chunks that are there and have the term.
func (s *Source) live(parts []List) (n int, err error) {
	if !s.Dead {
		for _, l := range parts {
			n += l.Count
		}
		return n, nil
	}
	err = s.each(parts, func(some []posting) {
		for _, p := range some {
			n += 1 - int(s.Table.flags[p.at]>>7)
		}
	})
	return n, err
}

// Ranker ranks chunks. It is safe for concurrent use; the zero value is ready.
type Ranker struct {
	// pool holds lists of zeros.
	pool sync.Pool
}

// Rank offers every chunk that is there and has any of the terms, with its part and its score, in
// the order of the sources and of the numbers in each. times says by term how often it was asked
// for. Scores are cut at 12 decimal places: what differs only by the order of summands is equal.
func (r *Ranker) Rank(all Collection, times []int, sources []*Source, offer func(number int64, part uint8, score float64)) error {
	weights := make([]float64, len(times))
	for i := range times {
		chunks := 0
		for _, s := range sources {
			n, err := s.live(s.Lists[i])
			if err != nil {
				return err
			}
			chunks += n
		}
		n := float64(chunks)
		idf := math.Log((float64(all.Chunks) - n + .5) / (n + .5))
		weights[i] = float64(times[i]) * max(idf, leastIDF) * (saturation + 1)
	}
	most := 0
	for _, s := range sources {
		most = max(most, s.Table.Chunks())
	}
	scores := r.zeros(most)
	mean := float64(all.Words) / float64(all.Chunks)
	for _, s := range sources {
		if err := rankSource(s, weights, mean, scores[:s.Table.Chunks()], offer); err != nil {
			return err // the list is not all zeros
		}
	}
	r.pool.Put(&scores)
	return nil
}

// rankSource adds up the scores of each chunk and offers them. The list of scores holds zeros
// before and after.
func rankSource(s *Source, weights []float64, mean float64, scores []float64, offer func(number int64, part uint8, score float64)) error {
	if s.postings() == 0 {
		return nil
	}
	base, slope := saturation*(1-byLength), saturation*byLength/mean
	for i, parts := range s.Lists {
		weight := weights[i]
		err := s.each(parts, func(some []posting) {
			for _, p := range some {
				f := float64(ownWeight*p.own + p.around)
				scores[p.at] += weight * f / (f + base + slope*float64(s.Table.lengths[p.at]))
			}
		})
		if err != nil {
			return err
		}
	}
	for at, score := range scores {
		if score == 0 {
			continue
		}
		scores[at] = 0
		if flags := s.Table.flags[at]; flags&deadFlag == 0 {
			offer(s.Table.numbers[at], flags%PartCodes, math.Trunc(score*1e12)/1e12)
		}
	}
	return nil
}

// zeros returns a list of so many zeros.
func (r *Ranker) zeros(n int) []float64 {
	if held, ok := r.pool.Get().(*[]float64); ok && cap(*held) >= n {
		return (*held)[:n]
	}
	return make([]float64, n, n+n/4)
}

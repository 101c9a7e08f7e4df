package sqlitestore

import (
	_ "embed"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/blas/blas32"
)

//go:embed sql/index/get_vectors.sql
var getVectors statement

// wanted returns what reports for each place, asked in order, whether the filters leave it; nil when they leave all. rows are
// those of index_episode, nil for all; parts likewise.
func (s *vectorSet) wanted(rows []int64, parts []episodic.ChunkPart) func(at int) bool {
	if rows == nil && len(parts) == 0 {
		return nil
	}
	ofParts := make([]bool, len(s.names))
	for code, name := range s.names {
		ofParts[code] = len(parts) == 0 || slices.Contains(parts, name)
	}
	left := rowFilter{rows: rows}
	return func(at int) bool {
		return ofParts[s.parts[at]] && (rows == nil || left.has(s.chunks[at]/chunksInRow))
	}
}

// rowFilter reports which of the numbers of ascending chunks it has.
type rowFilter struct {
	rows []int64
	at   int
}

// has is asked for rows in ascending order.
func (f *rowFilter) has(row int64) bool {
	for f.at < len(f.rows) && f.rows[f.at] < row {
		f.at++
	}
	return f.at < len(f.rows) && f.rows[f.at] == row
}

// similarity is that of two vectors of length 1.
func similarity(a, b []float32) float64 {
	return float64(blas32.Dot(blas32.Vector{N: len(a), Data: a, Inc: 1}, blas32.Vector{N: len(b), Data: b, Inc: 1}))
}

// rankVectors returns the best of the chunks that the query leaves, best first.
func (x *indexTx) rankVectors(v vectorQuery, q episodic.ChunkQuery, set *vectorSet) ([]rankedChunk, error) {
	rows, err := x.filteredRows(q.Filter)
	if err != nil {
		return nil, err
	}
	wanted := set.wanted(rows, q.Parts)
	best := newBestChunks(q.Offset+q.Limit, len(set.chunks))
	if set.codes != nil {
		err = x.rankCandidates(v, set.candidates(v.vector, best.keep, wanted), best)
		return best.ranked(), err
	}
	for at, chunk := range set.chunks {
		if wanted == nil || wanted(at) {
			best.offer(chunk, similarity(v.vector, set.value(at)))
		}
	}
	return best.ranked(), nil
}

// candidates returns the chunks that may be the best by their codes: some more than are kept, because
// the similarities of codes are off by a thousandth or so.
func (s *vectorSet) candidates(vector []float32, keep int, wanted func(at int) bool) []rankedChunk {
	some := newBestChunks(keep+keep/4+16, len(s.chunks))
	s.codes.Search(vector, some.keep, wanted, func(at int, similarity float64) float64 {
		some.offer(s.chunks[at], similarity)
		return some.least()
	})
	return some.heap
}

// rankCandidates offers candidates with the similarity of their vectors, which are in the file.
func (x *indexTx) rankCandidates(v vectorQuery, candidates []rankedChunk, best *bestChunks) error {
	numbers := make([]int64, len(candidates))
	for i, c := range candidates {
		numbers[i] = c.Number*vectorsInChunk + int64(v.name)
	}
	slices.Sort(numbers)
	buffer, vector := make([]byte, 4*x.dimension), make([]float32, x.dimension)
	return x.query(getVectors, params{"numbers": numbers}, func(r *row) {
		if r.vector("vector", buffer, vector) {
			best.offer(r.int64("number")/vectorsInChunk, similarity(v.vector, vector))
		}
	})
}

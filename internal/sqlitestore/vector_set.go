package sqlitestore

import (
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/blas/blas32"
)

var (
	//go:embed sql/index/list_vectors.sql
	listVectors statement
	//go:embed sql/index/count_new_vectors.sql
	countNewVectors statement
	//go:embed sql/index/list_rows.sql
	listRows statement
)

// vectorState counts the transactions that added vectors to a place or removed some. Equal
// states of one place, equal vectors.
type vectorState struct{ added, removed int64 }

// vectorSet is what memory holds of the vectors of one name in one place, in the order of
// the chunks. Numbers of chunks only ever grow, so that what is new comes after what is held.
type vectorSet struct {
	// first lets one search read the vectors that nobody has read yet.
	first firstRead
	// mu is held for reading while the set is searched. It is taken inside of transactions,
	// and its holder waits for nothing.
	mu sync.RWMutex
	// place is the number of the place, which distinguishes it from one dropped before.
	place     int64
	state     vectorState
	dimension int
	// chunks are the numbers of the chunks, parts the places in names of their parts, and
	// values their vectors, one after the other.
	chunks []int64
	parts  []uint8
	names  []episodic.ChunkPart
	values []float32
}

// upToDate reports whether the set holds what the transaction sees.
func (s *vectorSet) upToDate(x *indexTx) bool { return s.place == x.place && s.state == x.state }

// isAheadOf reports whether the set holds something later than what the transaction sees.
func (s *vectorSet) isAheadOf(x *indexTx) bool {
	return s.place > x.place || s.place == x.place && (s.state.added > x.state.added || s.state.removed > x.state.removed)
}

// bring brings the set to what the transaction sees, unless it is ahead of that.
func (s *vectorSet) bring(x *indexTx, name int) (brought bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isAheadOf(x) {
		return false, nil
	}
	if s.upToDate(x) {
		return true, nil
	}
	return true, s.update(x, name)
}

// bytes is the memory that the set takes.
func (s *vectorSet) bytes() int64 {
	return int64(8*cap(s.chunks) + cap(s.parts) + 4*cap(s.values))
}

// clear makes the set empty.
func (s *vectorSet) clear() {
	s.place, s.state, s.dimension = 0, vectorState{}, 0
	s.chunks, s.parts, s.names, s.values = nil, nil, nil, nil
}

// update brings the set to what the transaction sees: what is gone goes, what is new is
// read. After a failure the set is empty.
func (s *vectorSet) update(x *indexTx, name int) (err error) {
	defer func() {
		if err != nil {
			s.clear()
		}
	}()
	if s.place != x.place {
		s.clear()
		s.place, s.state.removed = x.place, x.state.removed
	}
	s.dimension = x.dimension
	if s.state.removed != x.state.removed {
		if err := s.dropAbsent(x); err != nil {
			return err
		}
	}
	if s.state.added != x.state.added {
		if err := s.readNew(x, name); err != nil {
			return err
		}
	}
	s.state = x.state
	s.first.done.Store(true)
	return nil
}

// dropAbsent removes the chunks whose row of index_episode is gone.
func (s *vectorSet) dropAbsent(x *indexTx) error {
	var rows []int64
	err := x.query(listRows, params{"project": x.place}, func(r *row) { rows = append(rows, r.int64("number")) })
	if err != nil {
		return err
	}
	left := 0
	present := rowFilter{rows: rows}
	for i, chunk := range s.chunks {
		if !present.has(chunk / chunksInRow) {
			continue
		}
		s.chunks[left], s.parts[left] = chunk, s.parts[i]
		copy(s.values[left*s.dimension:], s.values[i*s.dimension:(i+1)*s.dimension])
		left++
	}
	s.chunks, s.parts, s.values = s.chunks[:left], s.parts[:left], s.values[:left*s.dimension]
	return nil
}

// readNew reads the vectors of the rows that came after the last one held.
func (s *vectorSet) readNew(x *indexTx, name int) error {
	after := int64(0)
	if len(s.chunks) > 0 {
		after = s.chunks[len(s.chunks)-1] / chunksInRow
	}
	p := params{"project": x.place, "after": after, "name": name}
	if err := x.query(countNewVectors, p, func(r *row) { s.grow(r.integer("vectors")) }); err != nil {
		return err
	}
	buffer := make([]byte, 4*s.dimension)
	return x.query(listVectors, p, func(r *row) {
		if !r.blob("vector", buffer) {
			return
		}
		s.chunks = append(s.chunks, r.int64("chunk"))
		s.parts = append(s.parts, s.partCode(episodic.ChunkPart(r.text("part"))))
		for at := 0; at < len(buffer); at += 4 {
			s.values = append(s.values, math.Float32frombits(binary.LittleEndian.Uint32(buffer[at:])))
		}
	})
}

// grow makes room for some more vectors at once.
func (s *vectorSet) grow(n int) {
	s.chunks, s.parts, s.values = slices.Grow(s.chunks, n), slices.Grow(s.parts, n), slices.Grow(s.values, n*s.dimension)
}

func (s *vectorSet) partCode(part episodic.ChunkPart) uint8 {
	at := slices.Index(s.names, part)
	if at < 0 {
		at = len(s.names)
		s.names = append(s.names, part)
	}
	return uint8(at) //nolint:gosec // there are three parts
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

// nearest offers every chunk that the filters leave to the best ones. rows are those of
// index_episode, nil for all; parts likewise.
func (s *vectorSet) nearest(vector []float32, rows []int64, parts []episodic.ChunkPart, best *bestChunks) {
	query := blas32.Vector{N: len(vector), Data: vector, Inc: 1}
	wanted := make([]bool, len(s.names))
	for code, name := range s.names {
		wanted[code] = len(parts) == 0 || slices.Contains(parts, name)
	}
	left := rowFilter{rows: rows}
	for i, chunk := range s.chunks {
		if !wanted[s.parts[i]] || rows != nil && !left.has(chunk/chunksInRow) {
			continue
		}
		own := blas32.Vector{N: s.dimension, Data: s.values[i*s.dimension : (i+1)*s.dimension], Inc: 1}
		best.offer(chunk, float64(blas32.Dot(query, own)))
	}
}

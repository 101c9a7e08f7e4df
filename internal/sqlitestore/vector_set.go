package sqlitestore

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/vectorcode"
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
	// chunks are the numbers of the chunks, and parts the places in names of their parts.
	chunks []int64
	parts  []uint8
	names  []episodic.ChunkPart
	// values are their vectors, one after the other, until there are more than exact of them;
	// then codes has them.
	values []float32
	codes  *vectorcode.Set
	exact  int
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
	bytes := int64(8*cap(s.chunks) + cap(s.parts) + 4*cap(s.values))
	if s.codes != nil {
		bytes += s.codes.Bytes()
	}
	return bytes
}

// update brings the set to what the transaction sees: what is gone goes, what is new is
// read. What a search reads before its time runs out stays, and the next one goes on from there.
func (s *vectorSet) update(x *indexTx, name int) error {
	if s.place != x.place {
		s.begin(x)
	}
	s.dimension = x.dimension
	if s.state.removed != x.state.removed {
		if err := s.dropAbsent(x); err != nil {
			return err
		}
	}
	if s.codes != nil && len(s.chunks) < s.exact/2 {
		s.begin(x)
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

// begin empties the set for the place that the transaction sees.
func (s *vectorSet) begin(x *indexTx) {
	s.place, s.state, s.dimension = x.place, vectorState{removed: x.state.removed}, x.dimension
	s.chunks, s.parts, s.names, s.values, s.codes = nil, nil, nil, nil, nil
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
		s.move(left, i)
		left++
	}
	s.truncate(left)
	return nil
}

// move puts the vector of one place in another.
func (s *vectorSet) move(to, from int) {
	s.chunks[to], s.parts[to] = s.chunks[from], s.parts[from]
	if s.codes != nil {
		s.codes.Move(to, from)
		return
	}
	copy(s.values[to*s.dimension:], s.value(from))
}

// truncate leaves the first n vectors.
func (s *vectorSet) truncate(n int) {
	s.chunks, s.parts = s.chunks[:n], s.parts[:n]
	if s.codes != nil {
		s.codes.Truncate(n)
		return
	}
	s.values = s.values[:n*s.dimension]
}

// value is the vector of a place, while there are no codes.
func (s *vectorSet) value(at int) []float32 { return s.values[at*s.dimension : (at+1)*s.dimension] }

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
	held, coder := len(s.chunks), newCoder(s)
	buffer, vector := make([]byte, 4*s.dimension), make([]float32, s.dimension)
	err := x.query(listVectors, p, func(r *row) {
		if r.vector("vector", buffer, vector) {
			s.add(r.int64("chunk"), episodic.ChunkPart(r.text("part")), vector, coder)
		}
	})
	coder.end()
	if err != nil {
		s.truncate(s.wholeRows(held))
		s.state.added = -1 // no transaction sees just these
	}
	return err
}

// wholeRows is how many chunks the set holds without those of the last row, of which some may be missing; at least so many.
func (s *vectorSet) wholeRows(least int) int {
	n := len(s.chunks)
	if n == least {
		return n
	}
	for last := s.chunks[n-1] / chunksInRow; n > least && s.chunks[n-1]/chunksInRow == last; {
		n--
	}
	return n
}

// add adds the vector of a chunk, and makes codes of all when there are too many.
func (s *vectorSet) add(chunk int64, part episodic.ChunkPart, vector []float32, coder *vectorCoder) {
	if s.codes == nil && len(s.chunks) >= s.exact {
		s.encode(coder)
	}
	s.chunks, s.parts = append(s.chunks, chunk), append(s.parts, s.partCode(part))
	if s.codes != nil {
		coder.add(vector)
	} else {
		s.values = append(s.values, vector...)
	}
}

// encode makes codes of the vectors, with room for as many as the set has room for.
func (s *vectorSet) encode(coder *vectorCoder) {
	s.codes = vectorcode.NewSet(s.dimension, s.values)
	s.codes.Grow(cap(s.chunks))
	coder.hand(s.values)
	s.values = nil
}

// grow makes room for some more vectors at once.
func (s *vectorSet) grow(n int) {
	s.chunks, s.parts = slices.Grow(s.chunks, n), slices.Grow(s.parts, n)
	if s.codes != nil {
		s.codes.Grow(n)
		return
	}
	s.values = slices.Grow(s.values, min(n, s.exact-len(s.chunks))*s.dimension)
}

func (s *vectorSet) partCode(part episodic.ChunkPart) uint8 {
	at := slices.Index(s.names, part)
	if at < 0 {
		at = len(s.names)
		s.names = append(s.names, part)
	}
	return uint8(at) //nolint:gosec // there are three parts
}

package sqlitestore

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"zombiezen.com/go/sqlite"
)

var (
	//go:embed sql/index/record_vector.sql
	recordVector statement
	//go:embed sql/index/note_index.sql
	noteIndex statement
)

// vectorNames are the names that the index writes as numbers, which are their places here.
func vectorNames() []episodic.VectorName {
	return []episodic.VectorName{episodic.VectorChunk, episodic.VectorTask, episodic.VectorOutcome, episodic.VectorFull}
}

// vectorsInChunk is how many numbers of vectors belong to one chunk. The statements know it too.
const vectorsInChunk = 4

// vectorRows returns the rows of the vectors of a chunk. A vector of zeros says nothing and
// is left out.
func (x *indexTx) vectorRows(number int64, c episodic.Chunk) ([]params, error) {
	var rows []params
	for _, name := range slices.Sorted(maps.Keys(c.Vectors)) {
		place := slices.Index(vectorNames(), name)
		if place < 0 {
			return nil, fmt.Errorf("there is no vector named %q", name)
		}
		unit, err := normalised(c.Vectors[name])
		if err != nil {
			return nil, fmt.Errorf("vector %s: %w", name, err)
		}
		if unit == nil {
			continue
		}
		if err := x.checkDimension(len(unit)); err != nil {
			return nil, fmt.Errorf("vector %s: %w", name, err)
		}
		rows = append(rows, params{"number": number*vectorsInChunk + int64(place), "vector": encodeVector(unit)})
	}
	return rows, nil
}

// checkDimension takes the dimension of the first vector of a place, and refuses others.
func (x *indexTx) checkDimension(n int) error {
	if x.dimension == 0 {
		x.dimension = n
	}
	if n != x.dimension {
		return fmt.Errorf("it has %d numbers, those of this generation of the index have %d", n, x.dimension)
	}
	return nil
}

// note notes what the transaction did to the vectors of the place, if anything.
func (x *indexTx) note(added bool) error {
	if !added && !x.vectorsGone && x.embedded == 0 {
		return nil
	}
	return x.exec(noteIndex, params{
		"project": x.place, "dimension": x.dimension, "added": added, "removed": x.vectorsGone, "embedded": x.embedded,
	})
}

// embedded counts the chunks that have a vector of their own.
func embedded(chunks []episodic.Chunk) int {
	n := 0
	for _, c := range chunks {
		if slices.ContainsFunc(c.Vectors[episodic.VectorChunk], func(v float32) bool { return v != 0 }) {
			n++
		}
	}
	return n
}

// normalised returns a vector of length 1 in the same direction; nil when it has none.
func normalised(v []float32) ([]float32, error) {
	sum := 0.0
	for _, n := range v {
		sum += float64(n) * float64(n)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil, fmt.Errorf("it holds what is no number")
	}
	if sum == 0 {
		return nil, nil
	}
	out := make([]float32, len(v))
	scale := 1 / math.Sqrt(sum)
	for i, n := range v {
		out[i] = float32(float64(n) * scale)
	}
	return out, nil
}

// vectorScale is the number that stands for the largest of a stored vector. It is even, so that halves are exact.
const vectorScale = math.MaxInt16 - 1

// encodeVector writes a vector in two bytes a number, of which the largest is as large as can be: only the direction counts. A cosine of
// 384 numbers is off by some millionths.
func encodeVector(v []float32) []byte {
	largest := 0.0
	for _, n := range v {
		largest = max(largest, math.Abs(float64(n)))
	}
	out := make([]byte, 0, 2*len(v))
	for _, n := range v {
		n := int16(math.Round(float64(n) / largest * vectorScale))
		out = binary.LittleEndian.AppendUint16(out, uint16(n)) //nolint:gosec // that is how it is read
	}
	return out
}

// decodeVector reads a vector of length 1 into as many numbers, from two bytes for each, or from the four that older versions wrote.
func decodeVector(encoded []byte, v []float32) {
	if len(encoded) == 4*len(v) {
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(encoded[4*i:]))
		}
		return
	}
	sum := 0.0
	for i := range v {
		n := float64(int16(binary.LittleEndian.Uint16(encoded[2*i:]))) //nolint:gosec // it was written so
		v[i], sum = float32(n), sum+n*n
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
}

// vector reads a vector into as many numbers, by a buffer with four bytes for each.
func (r *row) vector(name string, buffer []byte, v []float32) bool {
	at := r.column(name, false, sqlite.TypeBlob)
	if at < 0 {
		return false
	}
	n := r.stmt.ColumnLen(at)
	if n != 2*len(v) && n != 4*len(v) {
		r.fail("column %q has %d bytes, not %d", name, n, 2*len(v))
		return false
	}
	r.stmt.ColumnBytes(at, buffer[:n])
	decodeVector(buffer[:n], v)
	return true
}

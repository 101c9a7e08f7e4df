package wordpiece

import (
	_ "embed" // The table is a file.
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
)

// The byte form of a table, little-endian throughout:
//
//	magic    8 bytes, the last one is the version of the form
//	pieces, dimension, length of all pieces in bytes: 4 bytes each
//	lengths  the length of each piece, 1 byte each
//	text     the pieces, one after the other, by number
//	scales   4 bytes each, IEEE 754: what the numbers of a piece are multiplied by
//	vectors  dimension signed bytes each
const (
	tableMagic  = "cwpiece\x01"
	tableHeader = len(tableMagic) + 3*4
)

//go:embed minilm.table
var minilm string

// Sum is the SHA-256 of the table that is part of the program.
const Sum = "e6a0832ffdee6a3297261a7c3d00761718360ee23f8374d6bed0b07bd8f5353c"

// Table has a vector for every word piece. It is safe for concurrent use.
type Table struct {
	// Dimension is the number of components of a vector.
	Dimension int
	*Vocabulary
	scales  string
	vectors string
}

// MiniLM reads the table that is part of the program, made from all-MiniLM-L6-v2. It takes some milliseconds.
func MiniLM() (*Table, error) { return Parse(minilm) }

// Parse reads the byte form of a table, which the table keeps.
func Parse(data string) (*Table, error) {
	if !strings.HasPrefix(data, tableMagic) || len(data) < tableHeader {
		return nil, errors.New("it does not begin like a table of word pieces")
	}
	number := func(i int) int { return int(u32(data, len(tableMagic)+4*i)) }
	pieces, dimension, text := number(0), number(1), number(2)
	if want := tableHeader + text + pieces*(1+4+dimension); len(data) != want {
		return nil, fmt.Errorf("it has %d bytes, its header says %d", len(data), want)
	}
	lengths, rest := data[tableHeader:tableHeader+pieces], data[tableHeader+pieces:]
	words, rest := rest[:text], rest[text:]
	t := &Table{Dimension: dimension, scales: rest[:4*pieces], vectors: rest[4*pieces:]}
	list, err := cutPieces(lengths, words)
	if err != nil {
		return nil, err
	}
	t.Vocabulary, err = NewVocabulary(list)
	return t, err
}

// cutPieces cuts the text into pieces of these lengths.
func cutPieces(lengths, words string) ([]string, error) {
	pieces := make([]string, len(lengths))
	for i := range len(lengths) {
		n := int(lengths[i])
		if n > len(words) {
			return nil, errors.New("its pieces are longer than its text")
		}
		pieces[i], words = words[:n], words[n:]
	}
	if words != "" {
		return nil, errors.New("there is text after the last piece")
	}
	return pieces, nil
}

// Add adds the vector of a piece, times weight, to sum, which has Dimension components.
func (t *Table) Add(sum []float32, piece int32, weight float32) {
	weight *= t.Weight(piece)
	if weight == 0 {
		return
	}
	vector := t.vectors[t.Dimension*int(piece):][:len(sum)]
	for i := range sum {
		sum[i] += weight * float32(int8(vector[i])) //nolint:gosec // the bytes are signed
	}
}

func u32(data string, at int) uint32 {
	return binary.LittleEndian.Uint32([]byte(data[at : at+4]))
}

// Weight returns how much a piece counts; 0 for one that says nothing, like a comma.
func (t *Table) Weight(piece int32) float32 { return math.Float32frombits(u32(t.scales, 4*int(piece))) }

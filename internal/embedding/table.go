package embedding

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/episodic/lexis"
	"gonum.org/v1/gonum/mat"
)

// The byte form of a table, little-endian throughout:
//
//	magic    8 bytes, the last one is the version of the form
//	dimension, words, length of all words in bytes: 4 bytes each
//	ends     where each word ends, 4 bytes each; the words are in order
//	words    one after the other
//	weights  4 bytes each, IEEE 754
//	vectors  dimension numbers of 2 bytes each, of length 1 together
//	sum      SHA-256 of everything before it
const (
	tableMagic  = "cwlearn\x01"
	tableHeader = len(tableMagic) + 3*4
)

// The bounds for reading are far beyond what is learned, and small enough that sizes cannot
// overflow.
const (
	maxTableWords     = 1 << 20
	maxTableDimension = 1 << 14
)

// table is a learned model: for each word its weight and its direction. Numbers are read from the
// bytes on demand, so a table takes only the memory of its bytes and of the map of words.
type table struct {
	dimension int
	number    map[string]int32
	weights   []byte
	vectors   []byte
	// size is the approximate memory in bytes.
	size int
}

// entry is a word of a table being built.
type entry struct {
	word   string
	weight float64
	vector []float64
}

// entriesOf weights the directions of every word. A word without a direction is left out.
func entriesOf(v vocabulary, directions *mat.Dense, singular []float64, l learning) []entry {
	entries := make([]entry, 0, len(v.words))
	for i, word := range v.words {
		vector := make([]float64, l.dimension)
		length := 0.0
		for j, value := range singular {
			vector[j] = directions.At(i, j) * math.Pow(value/singular[0], l.power)
			length += vector[j] * vector[j]
		}
		length = math.Sqrt(length)
		if length < 1e-9 {
			continue
		}
		for j := range vector {
			vector[j] /= length
		}
		entries = append(entries, entry{word, v.idf[i] * length, vector})
	}
	return entries
}

// encodeTable returns the byte form.
func encodeTable(entries []entry, dimension int) []byte {
	var words []byte
	ends := make([]byte, 0, 4*len(entries))
	for _, e := range entries {
		words = append(words, e.word...)
		ends = binary.LittleEndian.AppendUint32(ends, uint32(len(words))) //nolint:gosec // a table has a few MiB
	}
	out := make([]byte, 0, tableHeader+len(words)+len(entries)*(8+2*dimension)+sha256.Size)
	out = append(out, tableMagic...)
	for _, n := range []int{dimension, len(entries), len(words)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n)) //nolint:gosec // a table has a few MiB
	}
	out = append(append(out, ends...), words...)
	for _, e := range entries {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(e.weight)))
	}
	for _, e := range entries {
		for _, value := range e.vector {
			out = binary.LittleEndian.AppendUint16(out, toHalf(value))
		}
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

// parseTable parses the byte form and rejects everything that encodeTable cannot have written.
func parseTable(data []byte) (*table, error) {
	if len(data) < tableHeader+sha256.Size {
		return nil, fmt.Errorf("it has %d bytes, which is too few", len(data))
	}
	version := len(tableMagic) - 1
	if string(data[:version]) != tableMagic[:version] {
		return nil, errors.New("it does not begin like a table")
	}
	if data[version] != tableMagic[version] {
		return nil, fmt.Errorf("its form is of version %d, this program reads %d", data[version], tableMagic[version])
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if got := sha256.Sum256(body); !bytes.Equal(got[:], sum) {
		return nil, errors.New("its checksum is wrong: bytes were changed or are missing")
	}
	number := func(i int) int { return int(binary.LittleEndian.Uint32(body[len(tableMagic)+4*i:])) }
	dimension, words, text := number(0), number(1), number(2)
	if dimension < 1 || dimension > maxTableDimension || words > maxTableWords {
		return nil, fmt.Errorf("it claims %d words of %d numbers", words, dimension)
	}
	if want := tableHeader + text + words*(8+2*dimension); len(body) != want {
		return nil, fmt.Errorf("it has %d bytes, its header says %d", len(body), want)
	}
	t := &table{dimension: dimension, size: len(data) + words*48}
	rest := body[tableHeader:]
	ends, rest := rest[:4*words], rest[4*words:]
	t.weights, t.vectors = rest[text:text+4*words], rest[text+4*words:]
	if err := t.readWords(ends, string(rest[:text])); err != nil {
		return nil, err
	}
	return t, t.checkNumbers()
}

// readWords fills the map of words.
func (t *table) readWords(ends []byte, text string) error {
	t.number = make(map[string]int32, len(ends)/4)
	from, last := 0, ""
	for i := range len(ends) / 4 {
		to := int(binary.LittleEndian.Uint32(ends[4*i:]))
		if to <= from || to > len(text) || text[from:to] <= last {
			return fmt.Errorf("word %d is empty or out of order", i)
		}
		last = text[from:to]
		t.number[last] = int32(i)
		from = to
	}
	if from != len(text) {
		return errors.New("there is text after the last word")
	}
	return nil
}

// checkNumbers rejects numbers that would make invalid vectors.
func (t *table) checkNumbers() error {
	for i := 0; i < len(t.weights); i += 4 {
		weight := math.Float32frombits(binary.LittleEndian.Uint32(t.weights[i:]))
		if !(weight > 0 && weight < 1e6) {
			return fmt.Errorf("the weight of word %d is %v", i/4, weight)
		}
	}
	for i := 0; i < len(t.vectors); i += 2 {
		if !isFinite(binary.LittleEndian.Uint16(t.vectors[i:])) {
			return fmt.Errorf("the vector of word %d contains something other than numbers", i/2/t.dimension)
		}
	}
	return nil
}

// learnedFingerprint identifies a table by all of its bytes.
func learnedFingerprint(data []byte) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\nanalysis %d\n", ProviderLearned, lexis.AnalysisVersion)
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil))
}

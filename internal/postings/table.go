package postings

import (
	"encoding/binary"
	"math"
	"slices"
)

const (
	// SpanChunks is how many chunks a span tells of; the last one of a segment has fewer.
	SpanChunks = 1024
	// maxChunks is above the number of chunks in a segment.
	maxChunks = 1 << 30
	// deadFlag marks a chunk that is gone.
	deadFlag = 0x80
)

// Table says which chunks a segment or block is about: by ordinal, the number of the chunk, how
// many terms it has, its part and whether it is gone. Numbers ascend with the ordinals. Where it
// was not loaded, it holds nothing of use.
type Table struct {
	numbers []int64
	lengths []uint32
	flags   []uint8
}

// NewTable returns a table with room for so many chunks, to be loaded.
func NewTable(chunks int) *Table {
	t := &Table{}
	t.resize(chunks)
	return t
}

func (t *Table) resize(chunks int) {
	t.numbers = slices.Grow(t.numbers[:0], chunks)[:chunks]
	t.lengths = slices.Grow(t.lengths[:0], chunks)[:chunks]
	t.flags = slices.Grow(t.flags[:0], chunks)[:chunks]
}

// Chunks is how many chunks the table has, those that are gone included.
func (t *Table) Chunks() int { return len(t.numbers) }

// Bytes is the memory that the table takes.
func (t *Table) Bytes() int { return 8*cap(t.numbers) + 4*cap(t.lengths) + cap(t.flags) }

// Alive returns the table as if no chunk were gone. What does not change has the same memory.
func (t *Table) Alive() *Table {
	flags := make([]uint8, len(t.flags))
	for at, flag := range t.flags {
		flags[at] = flag &^ deadFlag
	}
	return &Table{numbers: t.numbers, lengths: t.lengths, flags: flags}
}

// First and Last are the numbers of the first and the last chunk of a table that is not empty.
func (t *Table) First() int64 { return t.numbers[0] }

// Last is described at First.
func (t *Table) Last() int64 { return t.numbers[len(t.numbers)-1] }

// Live is what the chunks are together that are there.
func (t *Table) Live() Collection {
	var all Collection
	for at, length := range t.lengths {
		if t.flags[at]&deadFlag == 0 {
			all.Chunks++
			all.Words += int64(length)
		}
	}
	return all
}

// Append adds a chunk with a greater number than those that the table has.
func (t *Table) Append(number int64, terms uint32, part uint8) {
	t.numbers = append(t.numbers, number)
	t.lengths = append(t.lengths, terms)
	t.flags = append(t.flags, part%PartCodes)
}

// AppendLive adds the chunks of another table that are there, and returns where the ordinals of
// the other one went; -1 where the chunk is gone.
func (t *Table) AppendLive(other *Table) []int32 {
	to := make([]int32, other.Chunks())
	for at := range to {
		to[at] = -1
		if other.flags[at]&deadFlag == 0 {
			to[at] = int32(len(t.numbers)) //nolint:gosec // below maxChunks
			t.Append(other.numbers[at], other.lengths[at], other.flags[at])
		}
	}
	return to
}

// MapTo returns where the ordinals of the table are in another one; -1 where the chunk is not.
func (t *Table) MapTo(other *Table) []int32 {
	to := make([]int32, t.Chunks())
	there := 0
	for at, number := range t.numbers {
		for there < len(other.numbers) && other.numbers[there] < number {
			there++
		}
		to[at] = -1
		if there < len(other.numbers) && other.numbers[there] == number {
			to[at] = int32(there)
		}
	}
	return to
}

// Span is what the file keeps of some chunks of a table: how many runs of consecutive numbers
// there are, each with its distance from the end of the one before and its length; then for each
// chunk its number of terms times 4 plus its part.
type Span struct {
	// First is the number of its first chunk.
	First int64
	Body  []byte
}

// Spans returns the spans of the table.
func (t *Table) Spans() []Span {
	var out []Span
	for from := 0; from < len(t.numbers); from += SpanChunks {
		to := min(from+SpanChunks, len(t.numbers))
		runs, count := []byte(nil), 0
		next := t.numbers[from]
		for at := from; at < to; {
			run := at + 1
			for run < to && t.numbers[run] == t.numbers[run-1]+1 {
				run++
			}
			runs = binary.AppendUvarint(runs, uint64(t.numbers[at]-next)) //nolint:gosec // numbers ascend
			runs = binary.AppendUvarint(runs, uint64(run-at))             //nolint:gosec // at least 1
			next, at, count = t.numbers[run-1]+1, run, count+1
		}
		body := append(binary.AppendUvarint(nil, uint64(count)), runs...)
		out = append(out, Span{First: t.numbers[from], Body: t.appendLengths(body, from, to)})
	}
	return out
}

func (t *Table) appendLengths(body []byte, from, to int) []byte {
	for at := from; at < to; at++ {
		body = binary.AppendUvarint(body, uint64(t.lengths[at])<<2|uint64(t.flags[at]%PartCodes))
	}
	return body
}

// Load reads a span, with the set of those that are gone, to where its place among the spans says.
func (t *Table) Load(place int, s Span, dead []byte) error {
	from := place * SpanChunks
	if place < 0 || from >= t.Chunks() {
		return damaged("a span that is too many")
	}
	to := min(from+SpanChunks, t.Chunks())
	runs, body, err := number(s.Body)
	if err != nil {
		return err
	}
	at, next := from, uint64(s.First) //nolint:gosec // numbers of chunks are not negative
	for ; runs > 0; runs-- {
		var skip, length uint64
		if skip, body, err = number(body); err != nil {
			return err
		}
		if length, body, err = number(body); err != nil {
			return err
		}
		if next += skip; next+length > math.MaxInt64 || length > uint64(to-at) { //nolint:gosec // not negative
			return damaged("a run of chunks")
		}
		for range length {
			t.numbers[at] = int64(next) //nolint:gosec // just checked
			at, next = at+1, next+1
		}
	}
	if at != to {
		return damaged("a span that is too short")
	}
	if body, err = t.loadLengths(body, from, to); err != nil {
		return err
	}
	if len(body) > 0 {
		return damaged("a span that is too long")
	}
	return t.LoadDead(place, dead)
}

func (t *Table) loadLengths(body []byte, from, to int) ([]byte, error) {
	for at := from; at < to; at++ {
		v, rest, err := number(body)
		if err != nil {
			return nil, err
		}
		if v>>2 > math.MaxUint32 {
			return nil, damaged("a length")
		}
		t.lengths[at], t.flags[at], body = uint32(v>>2), uint8(v%PartCodes), rest
	}
	return body, nil
}

// LoadDead reads which chunks of a span are gone, a bit for each; no bytes, no chunk.
func (t *Table) LoadDead(place int, dead []byte) error {
	from := place * SpanChunks
	if place < 0 || from >= t.Chunks() || len(dead) > (SpanChunks+7)/8 {
		return damaged("a set of chunks")
	}
	to := min(from+SpanChunks, t.Chunks())
	for at := from; at < to && (at-from)/8 < len(dead); at++ {
		if dead[(at-from)/8]>>((at-from)%8)&1 == 1 {
			t.flags[at] |= deadFlag
		}
	}
	return nil
}

// Bury marks the chunks whose numbers are in a range as gone, in a table of one span. It returns
// the set of those that are gone, and how many went and how many terms they had.
func (t *Table) Bury(from, to int64) (dead []byte, chunks int, words int64) {
	dead = make([]byte, (t.Chunks()+7)/8)
	for at, n := range t.numbers {
		if n >= from && n <= to && t.flags[at]&deadFlag == 0 {
			t.flags[at] |= deadFlag
			chunks++
			words += int64(t.lengths[at])
		}
		if t.flags[at]&deadFlag != 0 {
			dead[at/8] |= 1 << (at % 8)
		}
	}
	return dead, chunks, words
}

// Has reports whether the table has a chunk that is there.
func (t *Table) Has(number int64) bool {
	at, found := slices.BinarySearch(t.numbers, number)
	return found && t.flags[at]&deadFlag == 0
}

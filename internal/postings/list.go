package postings

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// ErrDamaged says that bytes are not what this package wrote.
var ErrDamaged = errors.New("the words of the index are damaged; build it again")

// damaged says what is damaged.
func damaged(what string) error { return fmt.Errorf("%w: %s", ErrDamaged, what) }

// posting is how often a term stands in the two texts of the chunk with an ordinal.
type posting struct {
	at          uint32
	own, around uint32
}

// List is the postings of one term in the order of the ordinals, or some that follow each other.
//
// A posting is one number, the ordinals that it skips times 8 plus a code: the place of its two
// frequencies in commonPairs, or 7 when they follow as two more numbers.
type List struct {
	// Count is how many postings there are; at least 1.
	Count int
	data  []byte
}

// otherPair is the code of frequencies that are not in commonPairs.
const otherPair = 7

// commonPairs are the frequencies, own and around, of 85 to 90 of 100 postings.
func commonPairs() [otherPair][2]uint32 {
	return [otherPair][2]uint32{{0, 1}, {1, 0}, {0, 2}, {1, 1}, {0, 3}, {1, 2}, {0, 4}}
}

// pairCode returns the code of two frequencies.
func pairCode(own, around uint32) uint64 {
	for code, pair := range commonPairs() {
		if pair[0] == own && pair[1] == around {
			return uint64(code)
		}
	}
	return otherPair
}

// listBuilder makes a list of postings that are added in order.
type listBuilder struct {
	data  []byte
	count int
	// next is the least ordinal that may come.
	next uint32
}

func (b *listBuilder) reset() { b.data, b.count, b.next = b.data[:0], 0, 0 }

func (b *listBuilder) add(p posting) {
	code := pairCode(p.own, p.around)
	b.data = binary.AppendUvarint(b.data, uint64(p.at-b.next)<<3|code)
	if code == otherPair {
		b.data = binary.AppendUvarint(b.data, uint64(p.own))
		b.data = binary.AppendUvarint(b.data, uint64(p.around))
	}
	b.next = p.at + 1
	b.count++
}

// list returns what was added. It is of no use after the next change of the builder.
func (b *listBuilder) list() List { return List{Count: b.count, data: b.data} }

// listReader reads the postings of a list.
type listReader struct {
	data []byte
	left int
	next uint64
	// limit is above all ordinals.
	limit uint64
}

func (l List) reader(chunks int) listReader {
	return listReader{data: l.data, left: l.Count, limit: uint64(chunks)} //nolint:gosec // not negative
}

// readAtOnce is how many postings a reader gives at once.
const readAtOnce = 256

// read returns the next postings, at most as many as there is room for; none at the end.
func (r *listReader) read(into []posting) (n int, err error) {
	data, next, common := r.data, r.next, commonPairs()
	for n < len(into) && n < r.left {
		var v uint64
		if len(data) > 0 && data[0] < 0x80 {
			v, data = uint64(data[0]), data[1:]
		} else if v, data, err = number(data); err != nil {
			return 0, err
		}
		next += v >> 3
		if next >= r.limit {
			return 0, damaged("a posting of no chunk")
		}
		p := posting{at: uint32(next)} //nolint:gosec // below the limit
		if code := v & otherPair; code < otherPair {
			p.own, p.around = common[code][0], common[code][1]
		} else if p.own, p.around, data, err = pair(data); err != nil {
			return 0, err
		}
		into[n] = p
		n++
		next++
	}
	r.data, r.next, r.left = data, next, r.left-n
	if r.left == 0 && len(data) > 0 {
		return 0, damaged("a list that is too long")
	}
	return n, nil
}

// pair reads two frequencies, of which one is not 0.
func pair(data []byte) (own, around uint32, rest []byte, err error) {
	if len(data) > 1 && data[0] < 0x80 && data[1] < 0x80 && data[0]+data[1] > 0 {
		return uint32(data[0]), uint32(data[1]), data[2:], nil
	}
	a, data, err := number(data)
	if err != nil {
		return 0, 0, nil, err
	}
	b, data, err := number(data)
	if err != nil {
		return 0, 0, nil, err
	}
	if a+b == 0 || max(a, b) > math.MaxUint32/8 {
		return 0, 0, nil, damaged("a frequency")
	}
	return uint32(a), uint32(b), data, nil //nolint:gosec // just checked
}

// number reads a number of at most 63 bits.
func number(data []byte) (v uint64, rest []byte, err error) {
	v, n := binary.Uvarint(data)
	if n <= 0 || v > math.MaxInt64 {
		return 0, nil, damaged("a number")
	}
	return v, data[n:], nil
}

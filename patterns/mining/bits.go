package mining

import "math/bits"

// rowSet is a set of rows.
type rowSet []uint64

func newRowSet(rows int) rowSet { return make(rowSet, (rows+63)/64) }

func (s rowSet) add(row int)      { s[row/64] |= 1 << (row % 64) }
func (s rowSet) has(row int) bool { return s[row/64]&(1<<(row%64)) != 0 }

func (s rowSet) count() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// both sets s to the intersection of two sets.
func (s rowSet) both(a, b rowSet) {
	for i := range s {
		s[i] = a[i] & b[i]
	}
}

// common returns the sizes of the intersection and the union of two sets.
func common(a, b rowSet) (both, either int) {
	for i := range a {
		both += bits.OnesCount64(a[i] & b[i])
		either += bits.OnesCount64(a[i] | b[i])
	}
	return both, either
}

// alike reports whether two sets are nearly the same (by their Jaccard index).
func alike(a, b rowSet) bool {
	both, either := common(a, b)
	return either > 0 && float64(both) > jaccard*float64(either)
}

// each calls visit with every row.
func (s rowSet) each(visit func(row int)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			visit(i*64 + bits.TrailingZeros64(word))
		}
	}
}

package postings

import "slices"

// Builder makes the pages of a segment of words that come in the order of their terms.
type Builder struct {
	pages   pageWriter
	numbers []int64
	lengths []uint32
	term    string
	current posting
	list    listBuilder
}

// NewBuilder returns a builder of a segment of chunks with these numbers, which ascend.
func NewBuilder(numbers []int64, emit func(Page) error) *Builder {
	return &Builder{pages: pageWriter{emit: emit}, numbers: numbers, lengths: make([]uint32, len(numbers))}
}

// Add adds that a term stands once in the own text of a chunk, or in the other one. Terms come in
// order, and the chunks of one term too. A chunk that is not one of the numbers is left out.
func (b *Builder) Add(term string, number int64, own bool) error {
	at, found := slices.BinarySearch(b.numbers, number)
	if !found {
		return nil
	}
	if term != b.term {
		if err := b.endTerm(); err != nil {
			return err
		}
		if term < b.term {
			return damaged("terms that are not in order")
		}
		b.term = term
	}
	if at := uint32(at); at != b.current.at { //nolint:gosec // below maxChunks
		b.endPosting()
		if at < b.list.next {
			return damaged("chunks that are not in order")
		}
		b.current.at = at
	}
	if own {
		b.current.own++
	} else {
		b.current.around++
	}
	b.lengths[at]++
	return nil
}

func (b *Builder) endPosting() {
	if b.current.own+b.current.around > 0 {
		b.list.add(b.current)
	}
	b.current = posting{}
}

func (b *Builder) endTerm() error {
	if b.endPosting(); b.list.count == 0 {
		return nil
	}
	defer b.list.reset()
	return b.pages.add(b.term, b.list.list())
}

// Close writes what is left, and returns how many terms each chunk has.
func (b *Builder) Close() (lengths []uint32, err error) {
	if err := b.endTerm(); err != nil {
		return nil, err
	}
	return b.lengths, b.pages.flush()
}

package postings

import (
	"bytes"
	"container/heap"
)

// Input is one of the segments or blocks that are merged.
type Input struct {
	// To is by ordinal where a chunk goes; -1 when it is gone. The chunks of one input go to
	// where they are before those of the next.
	To []int32
	// Next returns the next page, and false at the end. The first one has the term that a merge
	// begins with, or those before it.
	Next func() (Page, bool, error)

	place   int
	entries entries
}

// advance goes to the next entry after a term; it returns false at the end.
func (in *Input) advance(after string) (bool, error) {
	for {
		more, err := in.entries.next()
		if err != nil {
			return false, err
		}
		if more {
			if after == "" || string(in.entries.term) > after {
				return true, nil
			}
			continue
		}
		page, more, err := in.Next()
		if err != nil || !more {
			return false, err
		}
		in.entries = page.entries()
	}
}

// inputs is a heap: the least term first, of one term the first input.
type inputs []*Input

func (h inputs) Len() int      { return len(h) }
func (h inputs) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h inputs) Less(i, j int) bool {
	c := bytes.Compare(h[i].entries.term, h[j].entries.term)
	return c < 0 || c == 0 && h[i].place < h[j].place
}
func (h *inputs) Push(any) {}

// Pop implements [heap.Interface].
func (h *inputs) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// Merged is how far a merge came.
type Merged struct {
	// Last is the last term that was written.
	Last string
	// Done says that there are no more.
	Done bool
	// Read is how many bytes the merged lists took.
	Read int
}

// Merge writes the words of the inputs to pages, from the first term after one on ("" for the
// first of all), until it has read so many bytes (0 for all).
func Merge(from []*Input, after string, atMost int, emit func(Page) error) (Merged, error) {
	h := make(inputs, 0, len(from))
	for i, in := range from {
		in.place = i
		more, err := in.advance(after)
		if err != nil {
			return Merged{}, err
		}
		if more {
			h = append(h, in)
		}
	}
	heap.Init(&h)
	w := &pageWriter{emit: emit}
	m := Merged{Last: after}
	var b listBuilder
	for len(h) > 0 && (atMost == 0 || m.Read < atMost) {
		m.Last = string(h[0].entries.term)
		read, err := h.gather(m.Last, &b)
		if err != nil {
			return Merged{}, err
		}
		m.Read += read
		if b.count > 0 {
			if err := w.add(m.Last, b.list()); err != nil {
				return Merged{}, err
			}
		}
	}
	m.Done = len(h) == 0
	return m, w.flush()
}

// gather puts the postings of the term into a list and goes to the next one. It returns how many
// bytes it read.
func (h *inputs) gather(term string, b *listBuilder) (read int, err error) {
	b.reset()
	for len(*h) > 0 && string((*h)[0].entries.term) == term {
		in := (*h)[0]
		read += entryBytes(term, in.entries.list)
		if err := b.addMapped(in.entries.list, in.To); err != nil {
			return 0, err
		}
		more, err := in.advance("")
		if err != nil {
			return 0, err
		}
		if more {
			heap.Fix(h, 0)
		} else {
			heap.Pop(h)
		}
	}
	return read, nil
}

// addMapped adds the postings of a list at other ordinals.
func (b *listBuilder) addMapped(l List, to []int32) error {
	var some [readAtOnce]posting
	for r := l.reader(len(to)); ; {
		n, err := r.read(some[:])
		if err != nil || n == 0 {
			return err
		}
		for _, p := range some[:n] {
			at := to[p.at]
			if at < 0 {
				continue
			}
			if uint32(at) < b.next {
				return damaged("lists that overlap")
			}
			p.at = uint32(at)
			b.add(p)
		}
	}
}

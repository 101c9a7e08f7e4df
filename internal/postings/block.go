package postings

import (
	"encoding/binary"
	"slices"
)

// EncodeBlock returns the words of a few chunks with consecutive numbers: how many there are, for
// each its number of terms times 4 plus its part, then all terms like in a page.
func EncodeBlock(chunks []Chunk) []byte {
	w := count(chunks)
	out := binary.AppendUvarint(nil, uint64(len(chunks)))
	for i, c := range chunks {
		out = binary.AppendUvarint(out, uint64(w.lengths[i])<<2|uint64(c.Part%PartCodes))
	}
	pages := pageWriter{unlimited: true, body: out}
	var b listBuilder
	slices.Sort(w.terms)
	for _, term := range w.terms {
		b.reset()
		for _, p := range w.lists[w.places[term]] {
			b.add(p)
		}
		pages.append(term, b.list())
	}
	return pages.body
}

// Block is the words of a few chunks.
type Block struct {
	Table *Table
	words Page
}

// DecodeBlock reads a block whose first chunk has that number.
func DecodeBlock(first int64, data []byte) (Block, error) {
	chunks, data, err := number(data)
	if err != nil {
		return Block{}, err
	}
	if chunks > uint64(len(data)) || first < 0 {
		return Block{}, damaged("a block that is too short")
	}
	t := NewTable(int(chunks)) //nolint:gosec // at most the length
	for at := range t.numbers {
		t.numbers[at] = first + int64(at)
	}
	if data, err = t.loadLengths(data, 0, t.Chunks()); err != nil {
		return Block{}, err
	}
	return Block{Table: t, words: Page{Body: data}}, nil
}

// Find returns the lists of terms, which ascend, as the lists of a [Source].
func (b Block) Find(terms []string) ([][]List, error) {
	out := make([][]List, len(terms))
	e := b.words.entries()
	for i := 0; i < len(terms); {
		more, err := e.next()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		for i < len(terms) && terms[i] < string(e.term) {
			i++
		}
		if i < len(terms) && terms[i] == string(e.term) {
			out[i] = []List{e.list}
			i++
		}
	}
	return out, nil
}

// Input returns the block as what [Merge] merges. Its chunks go to the end of a table.
func (b Block) Input(into *Table) *Input {
	to := into.AppendLive(b.Table)
	given := false
	return &Input{To: to, Next: func() (Page, bool, error) {
		more := !given
		given = true
		return b.words, more, nil
	}}
}

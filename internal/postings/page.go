package postings

import (
	"encoding/binary"
	"strings"
)

// PageBytes is the size of a page with its first term: with what SQLite adds, it fits into a page
// of the file.
const PageBytes = 3_980

// Page lists some terms of a segment, ascending, with their postings. A list that is too long for
// a page has several for itself.
type Page struct {
	// Term is the first term. Together with Part it distinguishes the pages of a segment.
	Term string
	// Part counts the pages of one list from 0.
	Part int
	Body []byte
}

// pageWriter makes pages of the terms that are added in order.
//
// For each term a page has the length of what it shares with the term before, the length of the
// rest and the rest; then the length of the list times 2, plus 1 when it has one posting; the
// number of postings otherwise; and the list.
type pageWriter struct {
	emit  func(Page) error
	first string
	last  []byte
	body  []byte
	// unlimited writes everything to one page.
	unlimited bool
}

// add adds a term that comes after all that were added.
func (w *pageWriter) add(term string, l List) error {
	if !w.unlimited && len(w.body) > 0 && len(w.first)+len(w.body)+entryBytes(term, l) > PageBytes {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if !w.unlimited && len(term)+len(l.data)+8 > PageBytes && l.Count > 1 {
		return w.addLong(term, l)
	}
	if len(w.body) == 0 && !w.unlimited {
		w.first, w.last = term, append(w.last[:0], term...)
	}
	w.append(term, l)
	return nil
}

// entryBytes is the most room that an entry takes.
func entryBytes(term string, l List) int { return len(term) + len(l.data) + 12 }

func (w *pageWriter) append(term string, l List) {
	shared := 0
	for shared < min(len(term), len(w.last)) && term[shared] == w.last[shared] {
		shared++
	}
	w.body = binary.AppendUvarint(w.body, uint64(shared))
	w.body = binary.AppendUvarint(w.body, uint64(len(term)-shared)) //nolint:gosec // shared is at most the length
	w.body = append(w.body, term[shared:]...)
	if l.Count == 1 {
		w.body = binary.AppendUvarint(w.body, uint64(len(l.data))<<1|1)
	} else {
		w.body = binary.AppendUvarint(w.body, uint64(len(l.data))<<1)
		w.body = binary.AppendUvarint(w.body, uint64(l.Count)) //nolint:gosec // a number of things
	}
	w.body = append(w.body, l.data...)
	w.last = append(w.last[:0], term...)
}

// addLong writes a list to pages of its own.
func (w *pageWriter) addLong(term string, l List) error {
	var b listBuilder
	var some [readAtOnce]posting
	part := 0
	write := func() error {
		w.first, w.last = term, append(w.last[:0], term...)
		w.append(term, b.list())
		p := Page{Term: term, Part: part, Body: w.body}
		part, w.body = part+1, nil
		b.reset()
		return w.emit(p)
	}
	for r := l.reader(maxChunks); ; {
		n, err := r.read(some[:])
		if err != nil {
			return err
		}
		for _, p := range some[:n] {
			if len(term)+len(b.data)+40 > PageBytes && b.count > 0 {
				if err := write(); err != nil {
					return err
				}
			}
			b.add(p)
		}
		if n == 0 {
			return write()
		}
	}
}

// flush writes the page that was begun, if any.
func (w *pageWriter) flush() error {
	if len(w.body) == 0 {
		return nil
	}
	p := Page{Term: w.first, Body: w.body}
	w.body = nil
	return w.emit(p)
}

// entries reads the terms of a page.
type entries struct {
	body []byte
	// term and list are the current ones. The bytes of the term change with the next.
	term []byte
	list List
}

func (p Page) entries() entries { return entries{body: p.Body, term: []byte(p.Term)} }

// next goes to the next term; it returns false at the end.
func (e *entries) next() (bool, error) {
	if len(e.body) == 0 {
		return false, nil
	}
	shared, body, err := number(e.body)
	if err != nil {
		return false, err
	}
	rest, body, err := number(body)
	if err != nil {
		return false, err
	}
	if shared > uint64(len(e.term)) || rest > uint64(len(body)) {
		return false, damaged("a term")
	}
	e.term = append(e.term[:shared], body[:rest]...)
	size, body, err := number(body[rest:])
	if err != nil {
		return false, err
	}
	count := uint64(1)
	if size&1 == 0 {
		if count, body, err = number(body); err != nil {
			return false, err
		}
	}
	size >>= 1
	if size > uint64(len(body)) || count > size || count == 0 {
		return false, damaged("a list")
	}
	e.list = List{Count: int(count), data: body[:size:size]}
	e.body = body[size:]
	return true, nil
}

// Find returns the list of a term in a page; found is false when it is not there.
func (p Page) Find(term string) (l List, found bool, err error) {
	e := p.entries()
	for {
		more, err := e.next()
		if err != nil || !more {
			return List{}, false, err
		}
		if c := strings.Compare(string(e.term), term); c >= 0 {
			return e.list, c == 0, nil
		}
	}
}

// Sweep returns the page without the postings of chunks that are gone, and whether it had any. A
// page without a body has no postings any more.
func (p Page) Sweep(table *Table) (left Page, changed bool, err error) {
	w := pageWriter{unlimited: true}
	var b listBuilder
	for e := p.entries(); ; {
		more, err := e.next()
		if err != nil {
			return Page{}, false, err
		}
		if !more {
			return Page{Term: w.first, Part: p.Part, Body: w.body}, changed, nil
		}
		b.reset()
		if err := b.addLive(e.list, table); err != nil {
			return Page{}, false, err
		}
		changed = changed || b.count < e.list.Count
		if b.count == 0 {
			continue
		}
		if len(w.body) == 0 {
			w.first, w.last = string(e.term), append(w.last, e.term...)
		}
		w.append(string(e.term), b.list())
	}
}

// addLive adds the postings of chunks that are there.
func (b *listBuilder) addLive(l List, table *Table) error {
	var some [readAtOnce]posting
	for r := l.reader(table.Chunks()); ; {
		n, err := r.read(some[:])
		if err != nil || n == 0 {
			return err
		}
		for _, p := range some[:n] {
			if table.flags[p.at]&deadFlag == 0 {
				b.add(p)
			}
		}
	}
}

package sqlitestore

import (
	"context"
	_ "embed"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/postings"
)

var (
	//go:embed sql/index/replace_page.sql
	replacePage statement
	//go:embed sql/index/delete_page.sql
	deletePage statement
)

// sweepPages is how many pages one transaction of a sweep looks at, so that other writers get
// their turn.
const sweepPages = 1_000

// wordSweep removes the words of chunks that are gone from the pages of a place.
type wordSweep struct {
	// segment is the number of the one that is being swept, 0 for none; buried is how many of its
	// chunks had words in it when that began.
	segment int64
	buried  int
	// term and part are those of the next page.
	term string
	part int
}

// sweepWords leaves no word in the place that no chunk has any more.
func (x *Index) sweepWords(ctx context.Context, at episodic.IndexGeneration) error {
	w := &wordSweep{}
	for done := false; !done; {
		err := x.store.write(ctx, func(t *tx) error {
			i, err := t.index(at)
			if err != nil || i.place == 0 {
				done = true
				return err
			}
			done, err = i.sweepSome(w)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sweepSome sweeps some pages, and reports whether nothing is left to be swept.
func (x *indexTx) sweepSome(w *wordSweep) (done bool, err error) {
	all, err := x.segments()
	if err != nil {
		return false, err
	}
	s := sweepDue(all)
	if s == nil {
		return true, nil
	}
	if s.state == segmentRemoved {
		_, err := x.removeSegment(s, sweepPages*pageCost)
		return false, err
	}
	if w.segment != s.number {
		*w = wordSweep{segment: s.number, buried: s.buried}
	}
	ended, err := x.sweepPages(s, w)
	if err != nil || !ended {
		return false, err
	}
	s.buried -= w.buried
	*w = wordSweep{}
	return false, x.saveSegment(s)
}

// sweepDue returns the segment to be swept next; nil when none is. Those that are merged into
// another one come before it, so that it gets no more such words.
func sweepDue(all []*segment) *segment {
	for _, state := range []int{segmentRemoved, segmentSearched, segmentBuilding} {
		for _, s := range all {
			if s.state == state && (s.buried > 0 || state == segmentRemoved) {
				return s
			}
		}
	}
	return nil
}

// sweepPages sweeps some pages of a segment; ended says that it was the last ones.
func (x *indexTx) sweepPages(s *segment, w *wordSweep) (ended bool, err error) {
	table, err := x.table(s)
	if err != nil {
		return false, err
	}
	pages := &pageReader{tx: x, segment: s.number, term: w.term, part: w.part}
	for range sweepPages {
		page, more, err := pages.next()
		if err != nil || !more {
			return true, err
		}
		w.term, w.part = pages.term, pages.part
		if err := x.sweepPage(s, page, table); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (x *indexTx) sweepPage(s *segment, page postings.Page, table *postings.Table) error {
	left, changed, err := page.Sweep(table)
	if err != nil || !changed {
		return err
	}
	p := params{"project": x.place, "segment": s.number, "term": page.Term, "part": page.Part, "first": left.Term, "words": left.Body}
	if len(left.Body) == 0 {
		return x.exec(deletePage, p)
	}
	return x.exec(replacePage, p)
}

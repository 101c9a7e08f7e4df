package sqlitestore

import (
	_ "embed"

	"github.com/causeway-memory/causeway/internal/postings"
)

var (
	//go:embed sql/index/list_segments.sql
	listSegments statement
	//go:embed sql/index/record_segment.sql
	recordSegment statement
	//go:embed sql/index/delete_segment.sql
	deleteSegment statement
	//go:embed sql/index/delete_pages.sql
	deletePages statement
	//go:embed sql/index/delete_spans.sql
	deleteSpans statement
	//go:embed sql/index/list_spans.sql
	listSpans statement
)

// The states of a segment.
const (
	segmentSearched = iota
	// segmentBuilding is one that others are being merged into.
	segmentBuilding
	// segmentRemoved is one whose rows are being removed.
	segmentRemoved
)

// segment is a row of words_segment.
type segment struct {
	number      int64
	state       int
	target      int64
	first, last int64
	chunks      int
	dead        int
	// buried is how many of the dead have words in the pages.
	buried int
	words  int64
	term   string
}

// segments returns those of the place, in the order of their chunks.
func (x *indexTx) segments() ([]*segment, error) {
	var out []*segment
	err := x.query(listSegments, params{"project": x.place}, func(r *row) {
		out = append(out, &segment{
			number: r.int64("segment"), state: r.integer("state"), target: r.int64("target"),
			first: r.int64("first"), last: r.int64("last"),
			chunks: r.integer("chunks"), dead: r.integer("dead"), buried: r.integer("buried"), words: r.int64("words"), term: r.text("term"),
		})
	})
	return out, err
}

// addSegment adds a segment of the chunks of a table, all of which are there, under the next
// number.
func (x *indexTx) addSegment(s *segment, table *postings.Table) error {
	all, err := x.segments()
	if err != nil {
		return err
	}
	for _, other := range all {
		s.number = max(s.number, other.number)
	}
	s.number++
	s.first, s.last, s.chunks, s.words = table.First(), table.Last(), table.Chunks(), table.Live().Words
	if err := x.recordTable(s.number, table); err != nil {
		return err
	}
	return x.saveSegment(s)
}

// saveSegment records a segment.
func (x *indexTx) saveSegment(s *segment) error {
	return x.exec(recordSegment, params{
		"project": x.place, "segment": s.number, "state": s.state, "target": s.target, "first": s.first, "last": s.last,
		"chunks": s.chunks, "dead": s.dead, "buried": s.buried, "words": s.words, "term": s.term,
	})
}

// table reads which chunks a segment has.
func (x *indexTx) table(s *segment) (*postings.Table, error) {
	table := postings.NewTable(s.chunks)
	loaded := 0
	err := x.query(listSpans, params{"project": x.place, "segment": s.number}, func(r *row) {
		r.load(table, r.integer("span"))
		loaded++
	})
	if err == nil && loaded != spansOf(s.chunks) {
		err = postings.ErrDamaged
	}
	return table, err
}

// spansOf is how many spans so many chunks have.
func spansOf(chunks int) int { return (chunks + postings.SpanChunks - 1) / postings.SpanChunks }

// load reads a span into a table.
func (r *row) load(table *postings.Table, place int) {
	span, dead := postings.Span{First: r.int64("first"), Body: r.bytes("chunks")}, r.bytes("dead")
	if r.err == nil {
		if err := table.Load(place, span, dead); err != nil {
			r.fail("span %d: %w", place, err)
		}
	}
}

// pageCost is the work of removing a page, in bytes that are merged.
const pageCost = 1 << 10

// removeSegment removes a segment that is not searched any more, doing some work at most. It
// returns how much it did.
func (x *indexTx) removeSegment(s *segment, work int) (did int, err error) {
	pages := max(work/pageCost, 1)
	p := params{"project": x.place, "segment": s.number, "limit": pages}
	if err := x.exec(deletePages, p); err != nil {
		return 0, err
	}
	removed := x.conn.Changes()
	if removed == pages {
		return removed * pageCost, nil
	}
	if err := x.exec(deleteSpans, p); err != nil {
		return 0, err
	}
	removed += x.conn.Changes()
	return removed * pageCost, x.exec(deleteSegment, p)
}

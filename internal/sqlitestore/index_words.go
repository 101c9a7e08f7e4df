package sqlitestore

import (
	_ "embed"

	"github.com/causeway-memory/causeway/internal/postings"
)

var (
	//go:embed sql/index/count_fresh.sql
	countFresh statement
	//go:embed sql/index/list_fresh.sql
	listFresh statement
	//go:embed sql/index/record_fresh.sql
	recordFresh statement
	//go:embed sql/index/delete_all_fresh.sql
	deleteAllFresh statement
	//go:embed sql/index/record_page.sql
	recordPage statement
	//go:embed sql/index/record_span.sql
	recordSpan statement
)

// freshWords are the words of the chunks of one row of index_episode.
type freshWords struct {
	// row is the number of the row.
	row    int64
	chunks int
	// words is a block.
	words []byte
}

// putWords adds the words of new rows to the place. They are fresh until the place has too many of
// these.
func (x *indexTx) putWords(rows []freshWords) error {
	if len(rows) == 0 {
		return nil
	}
	found, bytes := len(rows), 0
	for _, f := range rows {
		bytes += len(f.words)
	}
	err := x.query(countFresh, params{"project": x.place}, func(r *row) {
		found, bytes = found+r.integer("found"), bytes+r.integer("bytes")
	})
	if err != nil {
		return err
	}
	if found > x.store.sizes.freshRows || bytes > x.store.sizes.freshBytes {
		return x.flush(rows, bytes)
	}
	return x.execAll(recordFresh, len(rows), func(i int) params {
		return params{"project": x.place, "number": rows[i].row, "chunks": rows[i].chunks, "words": rows[i].words}
	}, nil)
}

// flush makes a segment of all fresh words, which have so many bytes, and of new ones.
func (x *indexTx) flush(rows []freshWords, bytes int) error {
	blocks, err := x.freshBlocks()
	if err != nil {
		return err
	}
	for _, f := range rows {
		b, err := postings.DecodeBlock(f.row*chunksInRow, f.words)
		if err != nil {
			return err
		}
		blocks = append(blocks, b)
	}
	var inputs []*postings.Input
	table := &postings.Table{}
	for _, b := range blocks {
		inputs = append(inputs, b.Input(table))
	}
	s := segment{state: segmentSearched}
	if err := x.addSegment(&s, table); err != nil {
		return err
	}
	if _, err := postings.Merge(inputs, "", 0, x.pageWriter(s.number)); err != nil {
		return err
	}
	if err := x.exec(deleteAllFresh, params{"project": x.place}); err != nil {
		return err
	}
	return x.tend(max(x.store.sizes.workPerByte*bytes, x.store.sizes.leastWork))
}

// freshBlocks reads the fresh words of the place, by row.
func (x *indexTx) freshBlocks() ([]postings.Block, error) {
	var out []postings.Block
	err := x.query(listFresh, params{"project": x.place}, func(r *row) {
		number, words := r.int64("number"), r.bytes("words")
		b, err := postings.DecodeBlock(number*chunksInRow, words)
		if err != nil {
			r.fail("row %d: %w", number, err)
		}
		out = append(out, b)
	})
	return out, err
}

// pageWriter returns what writes the pages of a segment.
func (x *indexTx) pageWriter(segment int64) func(postings.Page) error {
	return func(p postings.Page) error {
		return x.exec(recordPage, params{
			"project": x.place, "segment": segment, "term": p.Term, "part": p.Part, "words": p.Body,
		})
	}
}

// recordTable records which chunks a segment has.
func (x *indexTx) recordTable(segment int64, table *postings.Table) error {
	spans := table.Spans()
	return x.execAll(recordSpan, len(spans), func(i int) params {
		return params{"project": x.place, "segment": segment, "span": i, "first": spans[i].First, "chunks": spans[i].Body}
	}, nil)
}

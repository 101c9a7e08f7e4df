package sqlitestore

import (
	_ "embed"

	"github.com/causeway-memory/causeway/internal/postings"
)

var (
	//go:embed sql/index/list_rows_of.sql
	listRowsOf statement
	//go:embed sql/index/delete_fresh.sql
	deleteFresh statement
	//go:embed sql/index/find_spans.sql
	findSpans statement
	//go:embed sql/index/bury_chunks.sql
	buryChunks statement
)

// removeWords takes the words of rows of index_episode out of the place. Those in a segment are
// marked, and go when it is merged.
func (x *indexTx) removeWords(rows []int64) error {
	if len(rows) == 0 {
		return nil
	}
	fresh := map[int64]bool{}
	err := x.query(deleteFresh, params{"rows": rows}, func(r *row) { fresh[r.int64("number")] = true })
	if err != nil || len(fresh) == len(rows) {
		return err
	}
	all, err := x.segments()
	if err != nil {
		return err
	}
	buried := map[*segment]bool{}
	for _, row := range rows {
		if fresh[row] {
			continue
		}
		for _, s := range all {
			went, err := x.bury(s, row)
			if err != nil {
				return err
			}
			buried[s] = buried[s] || went
		}
	}
	for _, s := range all {
		if buried[s] {
			if err := x.saveSegment(s); err != nil {
				return err
			}
		}
	}
	return x.tend(x.store.sizes.leastWork)
}

// bury marks the chunks of a row in a segment as gone, and reports whether it has any.
func (x *indexTx) bury(s *segment, row int64) (went bool, err error) {
	spans, err := x.spans(s, row)
	if err != nil {
		return false, err
	}
	for _, found := range spans {
		dead, chunks, words := found.table.Bury(row*chunksInRow, row*chunksInRow+chunksInRow-1)
		if chunks == 0 {
			continue
		}
		went = true
		s.dead, s.buried, s.words = s.dead+chunks, s.buried+chunks, s.words-words
		p := params{"project": x.place, "segment": s.number, "span": found.span, "dead": dead}
		if err := x.exec(buryChunks, p); err != nil {
			return false, err
		}
	}
	return went, nil
}

// heldSpan is a span as a table of its own.
type heldSpan struct {
	span  int
	table *postings.Table
}

// spans returns the spans of a segment in which the chunks of a row may be.
func (x *indexTx) spans(s *segment, number int64) (out []heldSpan, err error) {
	first, last := number*chunksInRow, number*chunksInRow+chunksInRow-1
	if s.state == segmentRemoved || last < s.first || first > s.last {
		return nil, nil
	}
	p := params{"project": x.place, "segment": s.number, "first": first, "last": last}
	err = x.query(findSpans, p, func(r *row) {
		span := r.integer("span")
		table := postings.NewTable(min(s.chunks-span*postings.SpanChunks, postings.SpanChunks))
		r.load(table, 0)
		out = append(out, heldSpan{span, table})
	})
	return out, err
}

// hasWords returns what reports whether the words of a chunk are in a segment. It is asked for the
// chunks of one row after the other.
func (x *indexTx) hasWords() (func(chunk int64) (bool, error), error) {
	all, err := x.segments()
	if err != nil {
		return nil, err
	}
	asked, held := int64(-1), []heldSpan(nil)
	return func(chunk int64) (bool, error) {
		if row := chunk / chunksInRow; row != asked {
			asked, held = row, nil
			for _, s := range all {
				if s.state != segmentSearched {
					continue
				}
				some, err := x.spans(s, row)
				if err != nil {
					return false, err
				}
				held = append(held, some...)
			}
		}
		for _, h := range held {
			if h.table.Has(chunk) {
				return true, nil
			}
		}
		return false, nil
	}, nil
}

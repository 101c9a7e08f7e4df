package sqlitestore

import (
	_ "embed"
	"slices"

	"github.com/causeway-memory/causeway/internal/postings"
)

var (
	//go:embed sql/index/find_page.sql
	findPage statement
	//go:embed sql/index/list_pages.sql
	listPages statement
)

// wordSizes are the sizes that decide when words are merged, and how much with one write.
type wordSizes struct {
	// freshBytes and freshRows are how much is fresh at most: every search looks through all of
	// it. More becomes a segment.
	freshBytes, freshRows int
	// levelChunks is how many chunks a segment of level 1 has at least; one of the next level has
	// factor times as many.
	levelChunks int
	// factor is how many segments of one level become one of the next.
	factor int
	// deadShare is the share of chunks that are gone from which on a segment is written anew, as
	// its reciprocal.
	deadShare int
	// workPerByte is how many bytes are merged for each byte that becomes a segment: more than
	// there are levels, so that merging keeps up. leastWork is the least of that.
	workPerByte, leastWork int
	// heldChunks is how many chunks a segment has at least whose table is held in memory.
	heldChunks int
}

// ordinarySizes are the sizes outside of tests.
func ordinarySizes() wordSizes {
	return wordSizes{
		freshBytes: 64 << 10, freshRows: 64, levelChunks: 256, factor: 8, deadShare: 4, workPerByte: 8, leastWork: 64 << 10, heldChunks: 8 * postings.SpanChunks,
	}
}

// pagesAtOnce is how many pages of each segment a merge reads at once.
const pagesAtOnce = 8

// level is the level of a segment by the number of its chunks.
func (z wordSizes) level(s *segment) int {
	n := 0
	for chunks := s.chunks; chunks >= z.levelChunks; chunks /= z.factor {
		n++
	}
	return n
}

// tend goes on with merging the segments of the place, the smallest first, and begins what is due.
// It ends after so much work, in bytes that were read; the next write goes on.
func (x *indexTx) tend(work int) error {
	for work > 0 {
		all, err := x.segments()
		if err != nil {
			return err
		}
		did, err := x.tendOnce(all, work)
		if err != nil || did == 0 {
			return err
		}
		work -= did
	}
	return nil
}

// tendOnce does the next thing that is due, and returns how much work that was; 0 when nothing is.
func (x *indexTx) tendOnce(all []*segment, work int) (int, error) {
	for _, s := range all {
		if s.state == segmentRemoved {
			did, err := x.removeSegment(s, work)
			return max(did, 1), err
		}
	}
	if due := x.store.sizes.mergeDue(all); len(due) > 0 {
		return x.beginMerge(due)
	}
	var least *segment
	for _, s := range all {
		if s.state == segmentBuilding && (least == nil || s.chunks < least.chunks) {
			least = s
		}
	}
	if least == nil {
		return 0, nil
	}
	return x.mergeSome(least, all, work)
}

// mergeDue returns segments that follow each other and are to become one, none when nothing is
// due. Of those that are merged already, none is merged again.
func (z wordSizes) mergeDue(all []*segment) []*segment {
	var run []*segment
	var runs [][]*segment
	for _, s := range all {
		switch {
		case s.state != segmentSearched:
		case s.target != 0:
			runs, run = append(runs, run), nil
		case s.dead*z.deadShare > s.chunks:
			return []*segment{s}
		default:
			run = append(run, s)
		}
	}
	for _, run := range append(runs, run) {
		if due := z.levelDue(run); len(due) > 0 {
			return due
		}
	}
	return nil
}

// levelDue returns the first segments of the least level that has so many without one
// of a higher level between them, with those of lower levels between them.
func (z wordSizes) levelDue(run []*segment) []*segment {
	highest := 0
	for _, s := range run {
		highest = max(highest, z.level(s))
	}
	for level := range highest + 1 {
		from, count := -1, 0
		for i, s := range run {
			switch l := z.level(s); {
			case l > level:
				from, count = -1, 0
			case l == level:
				if count == 0 {
					from = i
				}
				if count++; count == z.factor {
					return run[from : i+1]
				}
			}
		}
	}
	return nil
}

// beginMerge adds the segment that others become: it has their chunks that are there now.
func (x *indexTx) beginMerge(from []*segment) (work int, err error) {
	table := &postings.Table{}
	for _, s := range from {
		t, err := x.table(s)
		if err != nil {
			return 0, err
		}
		table.AppendLive(t)
		work += s.chunks
	}
	if table.Chunks() == 0 {
		return work, x.retire(from)
	}
	into := segment{state: segmentBuilding}
	if err := x.addSegment(&into, table); err != nil {
		return 0, err
	}
	for _, s := range from {
		s.target = into.number
		if err := x.saveSegment(s); err != nil {
			return 0, err
		}
	}
	return work, nil
}

// retire takes segments out of every search.
func (x *indexTx) retire(list []*segment) error {
	for _, s := range list {
		s.state = segmentRemoved
		if err := x.saveSegment(s); err != nil {
			return err
		}
	}
	return nil
}

// mergeSome merges some terms into a segment. After the last one it is searched instead of those
// that it was merged from.
func (x *indexTx) mergeSome(into *segment, all []*segment, work int) (int, error) {
	from := slices.DeleteFunc(slices.Clone(all), func(s *segment) bool { return s.target != into.number })
	inputs, err := x.mergeInputs(from, into)
	if err != nil {
		return 0, err
	}
	m, err := postings.Merge(inputs, into.term, work, x.pageWriter(into.number))
	if err != nil {
		return 0, err
	}
	if into.term = m.Last; m.Done {
		into.state, into.term = segmentSearched, ""
		if err := x.retire(from); err != nil {
			return 0, err
		}
	}
	return max(m.Read, 1), x.saveSegment(into)
}

// mergeInputs returns what reads the pages of segments from the last term on that was merged.
func (x *indexTx) mergeInputs(from []*segment, into *segment) ([]*postings.Input, error) {
	inputs := make([]*postings.Input, len(from))
	to, err := x.mapAll(from, into)
	if err != nil {
		return nil, err
	}
	for i, s := range from {
		pages := &pageReader{tx: x, segment: s.number}
		p := params{"project": x.place, "segment": s.number, "term": into.term}
		if err := x.query(findPage, p, func(r *row) { pages.term, pages.part = r.text("term"), r.integer("part") }); err != nil {
			return nil, err
		}
		inputs[i] = &postings.Input{To: to[i], Next: pages.next}
	}
	return inputs, nil
}

// mapAll returns where the chunks of segments are in the one that they are merged into. As long as
// no chunk is missing there, they follow each other.
func (x *indexTx) mapAll(from []*segment, into *segment) ([][]int32, error) {
	out := make([][]int32, len(from))
	chunks := 0
	for i, s := range from {
		out[i] = make([]int32, s.chunks)
		for at := range out[i] {
			out[i][at] = int32(chunks + at)
		}
		chunks += s.chunks
	}
	if chunks == into.chunks {
		return out, nil
	}
	table, err := x.table(into)
	if err != nil {
		return nil, err
	}
	for i, s := range from {
		own, err := x.table(s)
		if err != nil {
			return nil, err
		}
		out[i] = own.MapTo(table)
	}
	return out, nil
}

// pageReader reads the pages of a segment from one on.
type pageReader struct {
	tx      *indexTx
	segment int64
	term    string
	part    int
	held    []postings.Page
	ended   bool
}

func (p *pageReader) next() (postings.Page, bool, error) {
	if len(p.held) == 0 && !p.ended {
		err := p.tx.query(listPages, params{
			"project": p.tx.place, "segment": p.segment, "term": p.term, "part": p.part, "limit": pagesAtOnce,
		}, func(r *row) {
			p.held = append(p.held, postings.Page{Term: r.text("term"), Part: r.integer("part"), Body: r.bytes("words")})
		})
		if err != nil {
			return postings.Page{}, false, err
		}
		p.ended = len(p.held) < pagesAtOnce
	}
	if len(p.held) == 0 {
		return postings.Page{}, false, nil
	}
	page := p.held[0]
	p.held = p.held[1:]
	p.term, p.part = page.Term, page.Part+1
	return page, true, nil
}

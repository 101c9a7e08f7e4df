package sqlitestore

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/postings"
)

var (
	//go:embed sql/index/find_terms.sql
	findTerms statement
	//go:embed sql/index/get_spans.sql
	getSpans statement
	//go:embed sql/index/get_index_chunks.sql
	getIndexChunks statement
)

// maxResults is how deep a ranked list can be read, as in Weaviate.
const maxResults = 10_000

// Search implements [episodic.Index]. Chunks of equal score are in the order of their
// writing, so that the pages of one list fit together. Chunks beyond the best 10,000 are not
// reached.
func (x *Index) Search(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	limit := min(q.Limit, maxResults-q.Offset)
	times := map[string]int{}
	for _, term := range postings.Split(q.Terms) {
		times[term]++
	}
	if limit <= 0 || q.Offset < 0 || len(times) == 0 {
		return nil, nil
	}
	var hits []episodic.ChunkHit
	err := x.view(ctx, q.IndexGeneration, func(i *indexTx) error {
		best, err := i.bestByWords(q, times, q.Offset+limit)
		if err != nil {
			return err
		}
		ranked := best[min(q.Offset, len(best)):]
		if len(ranked) == 0 {
			return nil
		}
		return i.query(getIndexChunks, params{"ranked": ranked}, func(r *row) { hits = append(hits, r.chunkHit()) })
	})
	if err != nil {
		return nil, fmt.Errorf("search chunks: %w", err)
	}
	return hits, nil
}

// bestByWords returns the best chunks that have any of the terms and that the filters leave.
func (x *indexTx) bestByWords(q episodic.ChunkQuery, times map[string]int, keep int) ([]rankedChunk, error) {
	rows, err := x.filteredRows(q.Filter)
	if err != nil {
		return nil, err
	}
	search := &wordSearch{tx: x, terms: slices.Sorted(maps.Keys(times))}
	if err := search.read(); err != nil {
		return nil, err
	}
	weights := make([]int, len(search.terms))
	for i, term := range search.terms {
		weights[i] = times[term]
	}
	wanted := wantedParts(q.Parts)
	left := rowFilter{rows: rows}
	best := newBestChunks(keep, search.all.Chunks)
	err = x.store.ranker.Rank(search.all, weights, search.sources, func(number int64, part uint8, score float64) {
		if wanted[part] && (rows == nil || left.has(number/chunksInRow)) {
			best.offer(number, score)
		}
	})
	return best.ranked(), err
}

// partCodes are the parts that the words of the index distinguish; all others are one.
func partCodes() []episodic.ChunkPart {
	return []episodic.ChunkPart{episodic.PartHead, episodic.PartDecision, episodic.PartEvents}
}

// partCode is the number of a part.
func partCode(part episodic.ChunkPart) uint8 {
	return uint8(slices.Index(partCodes(), part) + 1) //nolint:gosec // there are three
}

// wantedParts says by number which parts are asked for; none means all.
func wantedParts(parts []episodic.ChunkPart) (wanted [postings.PartCodes]bool) {
	for code := range wanted {
		wanted[code] = len(parts) == 0
	}
	for _, part := range parts {
		wanted[partCode(part)] = true
	}
	return wanted
}

// wordSearch is what the place knows of some terms.
type wordSearch struct {
	tx *indexTx
	// terms ascend.
	terms   []string
	all     postings.Collection
	sources []*postings.Source
}

// read reads the lists of the terms and what ranking needs of the chunks. The sources are in the
// order of their chunks: what is fresh was written last.
func (w *wordSearch) read() error {
	if err := w.readSegments(); err != nil {
		return err
	}
	blocks, err := w.tx.freshBlocks()
	if err != nil {
		return err
	}
	for _, b := range blocks {
		w.all.Add(b.Table.Live())
		lists, err := b.Find(w.terms)
		if err != nil {
			return err
		}
		w.sources = append(w.sources, &postings.Source{Table: b.Table, Lists: lists})
	}
	return nil
}

func (w *wordSearch) readSegments() error {
	segments, err := w.tx.segments()
	if err != nil {
		return err
	}
	var numbers []int64
	sources, partly := map[int64]*postings.Source{}, map[int64]*postings.Source{}
	for _, s := range segments {
		if s.state != segmentSearched {
			continue
		}
		w.all.Add(postings.Collection{Chunks: s.chunks - s.dead, Words: s.words})
		source := &postings.Source{Lists: make([][]postings.List, len(w.terms)), Dead: s.dead > 0}
		if s.chunks >= w.tx.store.sizes.heldChunks {
			if source.Table, err = w.tx.heldTable(s); err != nil {
				return err
			}
		} else {
			source.Table, partly[s.number] = postings.NewTable(s.chunks), source
		}
		numbers, sources[s.number], w.sources = append(numbers, s.number), source, append(w.sources, source)
	}
	if len(numbers) == 0 {
		return nil
	}
	var lists []foundList
	p := params{"project": w.tx.place, "segments": numbers, "terms": w.terms}
	err = w.tx.query(findTerms, p, func(r *row) {
		page := postings.Page{Term: r.text("term"), Part: r.integer("part"), Body: r.bytes("words")}
		source, at := sources[r.int64("segment")], r.integer("place")
		list, found, err := page.Find(w.terms[at])
		if err != nil {
			r.fail("page %q: %w", page.Term, err)
		}
		if found {
			lists = append(lists, foundList{source, at, page.Part, list})
		}
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(lists, func(a, b foundList) int { return cmp.Compare(a.part, b.part) })
	for _, f := range lists {
		f.source.Lists[f.term] = append(f.source.Lists[f.term], f.list)
	}
	return w.readSpans(partly)
}

// foundList is a part of the list of a term in a source.
type foundList struct {
	source *postings.Source
	term   int
	part   int
	list   postings.List
}

// readSpans reads what ranking needs of the chunks of segments whose tables are not held.
func (w *wordSearch) readSpans(sources map[int64]*postings.Source) error {
	var wanted [][2]int64
	for number, source := range sources {
		spans, err := source.Spans()
		if err != nil {
			return err
		}
		for _, span := range spans {
			wanted = append(wanted, [2]int64{number, int64(span)})
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	loaded := 0
	err := w.tx.query(getSpans, params{"project": w.tx.place, "spans": wanted}, func(r *row) {
		r.load(sources[r.int64("segment")].Table, r.integer("span"))
		loaded++
	})
	if err == nil && loaded != len(wanted) {
		err = fmt.Errorf("%w: %d of %d spans are missing", postings.ErrDamaged, len(wanted)-loaded, len(wanted))
	}
	return err
}

func (r *row) chunkHit() episodic.ChunkHit {
	return episodic.ChunkHit{
		Episode: r.text("id"), Number: r.integer("position"), Part: episodic.ChunkPart(r.text("part")), Text: r.text("text"),
		Occurrences: r.fullKeys("id", "occurrences"), Score: r.number("score"),
	}
}

// fullKeys reads keys of occurrences as [shortKeys] returned them.
func (r *row) fullKeys(episode, name string) []string {
	keys := r.texts(name)
	for i, key := range keys {
		if strings.HasPrefix(key, "/") {
			keys[i] = r.text(episode) + key
		}
	}
	return keys
}

// texts reads a column that holds a list of texts as JSON; nil when it is empty.
func (r *row) texts(name string) []string {
	var list []string
	if err := json.Unmarshal([]byte(r.text(name)), &list); err != nil {
		r.fail("column %q: %w", name, err)
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

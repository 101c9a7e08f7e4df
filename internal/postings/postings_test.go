package postings_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/postings"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// row is some chunks with consecutive numbers.
type row struct {
	first  int64
	chunks []postings.Chunk
}

// segment is what the file keeps of a segment.
type segment struct {
	table *postings.Table
	pages []postings.Page
}

// random makes texts of a few frequent words and many rare ones.
func random(r *rand.Rand, most int) string {
	words := make([]string, r.IntN(most+1))
	for i := range words {
		words[i] = fmt.Sprintf("w%d", int(math.Pow(3_000, r.Float64())))
	}
	return strings.Join(words, " ")
}

func randomRows(r *rand.Rand, n int) []row {
	var rows []row
	next := int64(r.IntN(5))
	for range n {
		one := row{first: next}
		for range 1 + r.IntN(5) {
			one.chunks = append(one.chunks, postings.Chunk{Part: uint8(r.IntN(postings.PartCodes)), Own: random(r, 20), Around: random(r, 60)})
		}
		rows = append(rows, one)
		next += int64(len(one.chunks) + r.IntN(3)*500)
	}
	return rows
}

// flush makes a segment of rows.
func flush(t testing.TB, rows []row) segment {
	t.Helper()
	s := segment{table: &postings.Table{}}
	var inputs []*postings.Input
	for _, one := range rows {
		b, err := postings.DecodeBlock(one.first, postings.EncodeBlock(one.chunks))
		must(t, err)
		inputs = append(inputs, b.Input(s.table))
	}
	m, err := postings.Merge(inputs, "", 0, s.add)
	must(t, err)
	if !m.Done {
		t.Fatal("a merge without a limit is not done")
	}
	return s
}

func (s *segment) add(p postings.Page) error {
	s.pages = append(s.pages, p)
	return nil
}

// input is the segment as one that is merged after a term.
func (s *segment) input(after string, to []int32) *postings.Input {
	at, _ := slices.BinarySearchFunc(s.pages, after, func(p postings.Page, term string) int {
		if p.Term <= term {
			return -1
		}
		return 1
	})
	left := s.pages[max(at-1, 0):]
	return &postings.Input{To: to, Next: func() (postings.Page, bool, error) {
		if len(left) == 0 {
			return postings.Page{}, false, nil
		}
		p := left[0]
		left = left[1:]
		return p, true, nil
	}}
}

// merge merges segments in steps of at most so many bytes.
func merge(t testing.TB, atMost int, from ...segment) segment {
	t.Helper()
	out := segment{table: &postings.Table{}}
	var to [][]int32
	for _, s := range from {
		to = append(to, out.table.AppendLive(s.table))
	}
	for i, s := range from {
		if diff := cmp.Diff(to[i], s.table.MapTo(out.table)); diff != "" {
			t.Fatalf("where chunks go (-appended +mapped):\n%s", diff)
		}
	}
	for m := (postings.Merged{}); !m.Done; {
		var inputs []*postings.Input
		for i, s := range from {
			inputs = append(inputs, s.input(m.Last, to[i]))
		}
		var err error
		m, err = postings.Merge(inputs, m.Last, atMost, out.add)
		must(t, err)
	}
	return out
}

// source finds terms in a segment.
func (s *segment) source(t testing.TB, terms []string, dead bool) *postings.Source {
	t.Helper()
	out := &postings.Source{Table: s.table, Lists: make([][]postings.List, len(terms)), Dead: dead}
	for i, term := range terms {
		first := ""
		for _, p := range s.pages {
			if p.Term <= term {
				first = p.Term
			}
		}
		for _, p := range s.pages {
			if p.Term != first {
				continue
			}
			list, found, err := p.Find(term)
			must(t, err)
			if found {
				out.Lists[i] = append(out.Lists[i], list)
			}
		}
	}
	return out
}

// hit is a chunk with its score.
type hit struct {
	Number int64
	Part   uint8
	Score  float64
}

// bm25 ranks rows as the definition says.
func bm25(rows []row, times map[string]int) []hit {
	chunks, words := 0.0, 0.0
	frequency := map[string]float64{}
	for _, one := range rows {
		for _, c := range one.chunks {
			all := append(strings.Fields(c.Own), strings.Fields(c.Around)...)
			chunks, words = chunks+1, words+float64(len(all))
			for term := range times {
				if slices.Contains(all, term) {
					frequency[term]++
				}
			}
		}
	}
	count := func(text, term string) float64 {
		return float64(len(slices.DeleteFunc(strings.Fields(text), func(w string) bool { return w != term })))
	}
	var out []hit
	for _, one := range rows {
		for i, c := range one.chunks {
			score := 0.0
			length := float64(len(strings.Fields(c.Own)) + len(strings.Fields(c.Around)))
			for term, n := range times {
				f := 3*count(c.Own, term) + count(c.Around, term)
				idf := max(math.Log((chunks-frequency[term]+.5)/(frequency[term]+.5)), 1e-6)
				score += float64(n) * idf * f * 2.2 / (f + 1.2*(.25+.75*length*chunks/words))
			}
			if score > 0 {
				out = append(out, hit{one.first + int64(i), c.Part, score})
			}
		}
	}
	return out
}

// rank ranks segments.
func rank(t testing.TB, segments []segment, terms []string, times []int, dead bool) []hit {
	t.Helper()
	var all postings.Collection
	var sources []*postings.Source
	for _, s := range segments {
		all.Add(s.table.Live())
		sources = append(sources, s.source(t, terms, dead))
	}
	var out []hit
	var r postings.Ranker
	must(t, r.Rank(all, times, sources, func(number int64, part uint8, score float64) { out = append(out, hit{number, part, score}) }))
	return out
}

// Whatever segments hold the chunks, and in whatever steps they were merged, ranking is that of the definition.
func TestRank_definition(t *testing.T) {
	for round := range uint64(soak.Rounds(20)) {
		r := soak.Rand(41, round)
		rows := randomRows(r, 1+r.IntN(60))
		var segments []segment
		for left := rows; len(left) > 0; {
			n := 1 + r.IntN(len(left))
			segments = append(segments, flush(t, left[:n]))
			left = left[n:]
		}
		dead := false
		rows = slices.DeleteFunc(rows, func(one row) bool {
			if len(rows) == 1 || r.IntN(4) > 0 {
				return false
			}
			for _, s := range segments {
				s.table.Bury(one.first, one.first+int64(len(one.chunks))-1)
			}
			dead = true
			return true
		})
		times := map[string]int{}
		for range 1 + r.IntN(6) {
			times[fmt.Sprintf("w%d", int(math.Pow(500, r.Float64())))] = 1 + r.IntN(2)
		}
		var terms []string
		for term := range times {
			terms = append(terms, term)
		}
		slices.Sort(terms)
		var weights []int
		for _, term := range terms {
			weights = append(weights, times[term])
		}
		want := bm25(rows, times)
		check := func(why string, segments []segment, dead bool) {
			t.Helper()
			if diff := cmp.Diff(want, rank(t, segments, terms, weights, dead), cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
				t.Errorf("round %d, %s (-definition +ranked):\n%s", round, why, diff)
			}
		}
		check("as written", segments, dead)
		check("merged at once", []segment{merge(t, 0, segments...)}, false)
		check("merged in steps", []segment{merge(t, 1+r.IntN(900), segments...)}, false)
	}
}

package postings_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/postings"
	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      []string
	}{
		{"spaces of every kind, and null bytes", " a\tb\nc\u00a0d\u2028e\x00f ", []string{"a", "b", "c", "d", "e", "f"}},
		{"nothing", " \n", []string{}},
		{"case is folded", "ABC Ωmega ΛΌΓΟΣ λόγος Ǆ", []string{"abc", "ωmega", "λόγοσ", "λόγοσ", "ǆ"}},
		{"the i of Turkish stays what it is", "İ ı I", []string{"İ", "ı", "i"}},
		{"marks and signs are words", "c++ #12 -x \u200b 🤔 e\u0301", []string{"c++", "#12", "-x", "\u200b", "🤔", "e\u0301"}},
		{"what is no text", "a\xffb A\xc3", []string{"a\ufffdb", "a\ufffd"}},
	} {
		if diff := cmp.Diff(c.want, postings.Split(c.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// A list that is longer than a page has several for itself, and the terms beside it are found.
func TestMerge_longLists(t *testing.T) {
	var rows []row
	for i := range 6_000 {
		own := strings.Repeat("each ", 1+i%7)
		if i%3 == 0 {
			own += fmt.Sprintf("often some%d", i%50)
		}
		rows = append(rows, row{first: int64(1024 * i), chunks: []postings.Chunk{{Own: own, Around: fmt.Sprintf("zone%d each", i)}}})
	}
	rows[7].chunks[0].Around = strings.Repeat("x", 5_000) + " " + strings.Repeat("y", 3_975)
	halves := []segment{flush(t, rows[:2_000]), flush(t, rows[2_000:])}
	for _, s := range []segment{flush(t, rows), merge(t, 0, halves...), merge(t, 5_000, halves...)} {
		parts := map[string]int{}
		for i, p := range s.pages {
			if len(p.Term)+len(p.Body) > postings.PageBytes && len(p.Term) < 3_900 {
				t.Errorf("the page of %.20q has %d bytes", p.Term, len(p.Body))
			}
			if p.Part != parts[p.Term] {
				t.Errorf("part %d of %.20q is number %d", parts[p.Term], p.Term, p.Part)
			}
			parts[p.Term]++
			if i > 0 && (p.Term < s.pages[i-1].Term || p.Term == s.pages[i-1].Term && p.Part == 0) {
				t.Errorf("page %.20q comes after %.20q", p.Term, s.pages[i-1].Term)
			}
		}
		if parts["each"] < 2 {
			t.Errorf("6,000 postings are in %d pages", parts["each"])
		}
		for term, want := range map[string]int{
			"each": 6_000, "often": 2_000, "some3": 40, "zone9": 1, "zone7": 0, "absent": 0, "a": 0, "zz": 0, strings.Repeat("x", 5_000): 1, strings.Repeat("y", 3_975): 1,
		} {
			got := 0
			for _, l := range s.source(t, []string{term}, false).Lists[0] {
				got += l.Count
			}
			if got != want {
				t.Errorf("%.20q stands in %d chunks, want %d", term, got, want)
			}
		}
	}
}

// A table is the same after it was written and read, with what is gone.
func TestTable_spans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, chunks := range []int{1, 2, 1_023, 1_024, 1_025, 5_000} {
		want := &postings.Table{}
		next := int64(r.IntN(3))
		for range chunks {
			want.Append(next, uint32(r.IntN(300)), uint8(r.IntN(postings.PartCodes)))
			if next++; r.IntN(4) == 0 {
				next += int64(r.IntN(5_000))
			}
		}
		got := postings.NewTable(chunks)
		for i, s := range want.Spans() {
			must(t, got.Load(i, s, nil))
		}
		if diff := cmp.Diff(want.Spans(), got.Spans()); diff != "" || got.First() != want.First() || got.Last() != want.Last() {
			t.Errorf("%d chunks (-want +got):\n%s", chunks, diff)
		}
	}
}

func TestTable_Bury(t *testing.T) {
	table := &postings.Table{}
	for i := range int64(20) {
		table.Append(10*i, 3, 0)
	}
	dead, chunks, words := table.Bury(35, 70)
	if chunks != 4 || words != 12 || table.Live() != (postings.Collection{Chunks: 16, Words: 48}) {
		t.Errorf("%d chunks went with %d words; left are %+v", chunks, words, table.Live())
	}
	again := postings.NewTable(20)
	must(t, again.Load(0, table.Spans()[0], dead))
	for number, want := range map[int64]bool{0: true, 30: true, 40: false, 70: false, 80: true, 81: false, 500: false} {
		if again.Has(number) != want {
			t.Errorf("chunk %d is there: %v", number, !want)
		}
	}
	if _, chunks, _ := again.Bury(0, 1_000); chunks != 16 {
		t.Errorf("%d chunks went, those that were gone counted again", chunks)
	}
}

// Each case is a part that is not what was written.
func TestDecode_damaged(t *testing.T) {
	table := &postings.Table{}
	table.Append(5, 2, 1)
	table.Append(9, 2, 1)
	good := table.Spans()[0]
	load := func(chunks, place int, body, dead []byte) error {
		return postings.NewTable(chunks).Load(place, postings.Span{First: good.First, Body: body}, dead)
	}
	find := func(body []byte) error {
		_, _, err := postings.Page{Term: "a", Body: body}.Find("b")
		return err
	}
	block := func(data []byte) error {
		_, err := postings.DecodeBlock(0, data)
		return err
	}
	for why, err := range map[string]error{
		"a span cut short":                load(2, 0, good.Body[:len(good.Body)-1], nil),
		"a span with more":                load(2, 0, append(good.Body[:len(good.Body):len(good.Body)], 1), nil),
		"a span of fewer chunks":          load(3, 0, good.Body, nil),
		"a span of more chunks":           load(1, 0, good.Body, nil),
		"a span too many":                 load(2, 1, good.Body, nil),
		"a set too long":                  load(2, 0, good.Body, make([]byte, 129)),
		"a term that shares too much":     find([]byte{9, 0, 3, 1}),
		"a term longer than the page":     find([]byte{0, 9, 3, 1}),
		"a list longer than the page":     find([]byte{0, 1, 'a', 99, 1}),
		"a list of nothing":               find([]byte{0, 1, 'a', 2, 0, 1}),
		"more postings than bytes":        find([]byte{0, 1, 'a', 2, 9, 1}),
		"a number that does not end":      find([]byte{0x80, 0x80, 0x80}),
		"a page that ends in the middle":  find([]byte{0, 1, 'a', 3, 1, 0}),
		"a block without chunks' lengths": block([]byte{9, 1}),
		"no block":                        block(nil),
	} {
		if !errors.Is(err, postings.ErrDamaged) {
			t.Errorf("%s: %v", why, err)
		}
	}
	must(t, load(2, 0, good.Body, nil))
}

// Whatever the bytes, reading them ends without a panic, and an error is [postings.ErrDamaged].
func FuzzDecode(f *testing.F) {
	rows := randomRows(rand.New(rand.NewPCG(3, 3)), 10)
	good := flush(f, rows)
	for _, p := range good.pages {
		f.Add(p.Body, good.table.Spans()[0].Body, 40)
	}
	f.Add(postings.EncodeBlock(rows[0].chunks), []byte{1, 0, 2, 4, 4}, 2)
	f.Fuzz(func(t *testing.T, page, span []byte, chunks int) {
		chunks = 1 + (chunks&0xffff)%2_000
		check := func(err error) bool {
			if err != nil && !errors.Is(err, postings.ErrDamaged) {
				t.Errorf("reading gives %v", err)
			}
			return err == nil
		}
		if b, err := postings.DecodeBlock(1, page); check(err) {
			lists, err := b.Find([]string{"a", "w1", "w2"})
			if check(err) {
				rankDamaged(&postings.Source{Table: b.Table, Lists: lists}, check)
			}
			_, err = postings.Merge([]*postings.Input{b.Input(&postings.Table{})}, "", 0, func(postings.Page) error { return nil })
			check(err)
		}
		table := postings.NewTable(chunks)
		check(table.Load(0, postings.Span{First: 3, Body: span}, page[:min(len(page), 128)]))
		one := segment{table: table, pages: []postings.Page{{Term: "a", Body: page}}}
		list, found, err := one.pages[0].Find("w1")
		if check(err) && found {
			rankDamaged(&postings.Source{Table: table, Lists: [][]postings.List{{list}, nil, nil}, Dead: true}, check)
		}
		to := table.MapTo(table)
		_, err = postings.Merge([]*postings.Input{one.input("", to), one.input("", to)}, "", 0, func(postings.Page) error { return nil })
		check(err)
	})
}

func rankDamaged(s *postings.Source, check func(error) bool) {
	if _, err := s.Spans(); !check(err) {
		return
	}
	var r postings.Ranker
	check(r.Rank(postings.Collection{Chunks: 9, Words: 90}, []int{1, 1, 1}, []*postings.Source{s}, func(int64, uint8, float64) {}))
}

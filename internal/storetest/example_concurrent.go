package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func concurrentExamples() []example {
	return []example{{"writers at once", exampleWriters}, {"a link and its end at once", exampleLinkAndEnd}}
}

// Writers of the same and of different episodes through two handles end in the state of some serial
// order.
func exampleWriters(t *testing.T, f *fixture) {
	const writers, rounds = 8, 4
	p, second := f.project(t), f.again(t)
	receipts := make([][]episodic.Receipt, writers)
	errs := make([]error, writers)
	var wg sync.WaitGroup
	for i := range writers {
		s := []Graph{f.Graph, second.Graph}[i%2]
		var calls [][]episodic.Prepared
		for round := range rounds {
			calls = append(calls, []episodic.Prepared{
				prepare(t, "same", 2+(i+round)%3), prepare(t, fmt.Sprintf("own%d", i), 1+round, linked(linkOf("e1", "same/e1"))),
			})
		}
		wg.Go(func() {
			for _, call := range calls {
				got, err := s.RecordEpisodes(t.Context(), p, call, false, day())
				receipts[i], errs[i] = append(receipts[i], got...), errors.Join(errs[i], err)
			}
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
	f.checkReceipts(t, p, slices.Concat(receipts...))
	f.checkState(t, p)
}

// checkReceipts checks that the revisions in receipts are the stored ones.
func (f *fixture) checkReceipts(t testing.TB, project string, receipts []episodic.Receipt) {
	t.Helper()
	var receipted, kept []string
	for _, r := range receipts {
		if r.Change != episodic.ChangeUnchanged {
			receipted = append(receipted, fmt.Sprintf("%s %02d %s", r.Episode, r.Revision, r.Hash))
		}
	}
	for _, h := range f.histories(t, project) {
		for i, c := range h.Contents {
			kept = append(kept, fmt.Sprintf("%s %02d %s", c.Episode, i+1, c.Hash))
			if i > 0 && c.Hash == h.Contents[i-1].Hash {
				t.Errorf("revisions %d and %d of %s have the same content", i, i+1, c.Episode)
			}
		}
	}
	slices.Sort(receipted)
	slices.Sort(kept)
	if diff := gocmp.Diff(kept, receipted); diff != "" {
		t.Errorf("every revision has one receipt, numbers have no gaps (-kept +receipted):\n%s", diff)
	}
}

// checkState compares a project with a model that recorded its last contents in one call.
func (f *fixture) checkState(t testing.TB, project string) {
	t.Helper()
	m := newModel()
	var last []episodic.Prepared
	for _, h := range f.histories(t, project) {
		last = append(last, h.Last)
	}
	_, err := m.RecordEpisodes(t.Context(), project, last, false, day())
	must(t, err)
	whole := episodic.OccurrenceQuery{Project: project, Page: episodic.Page{Limit: everything}}
	wanted, err := m.ListOccurrences(t.Context(), whole)
	must(t, err)
	got, err := f.Graph.ListOccurrences(t.Context(), whole)
	must(t, err)
	if diff := gocmp.Diff(wanted, got); diff != "" {
		t.Errorf("the occurrences are a mix of revisions (-want +got):\n%s", diff)
	}
	var keys []string
	for _, o := range wanted {
		keys = append(keys, o.Key)
	}
	model := &fixture{Set: Set{Graph: m}}
	if diff := gocmp.Diff(model.arrows(t, project, keys...), f.arrows(t, project, keys...)); diff != "" {
		t.Errorf("the links (-want +got):\n%s", diff)
	}
	want, err := m.Totals(t.Context(), []string{project})
	must(t, err)
	totals, err := f.Graph.Totals(t.Context(), []string{project})
	must(t, err)
	if diff := gocmp.Diff(want, totals, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
}

// The end of a link is recorded while the link is: the second writer draws it.
func exampleLinkAndEnd(t *testing.T, f *fixture) {
	const rounds = 20
	p, second := f.project(t), f.again(t)
	f.record(t, p, prepare(t, "first", 1))
	var keys []string
	for i := range rounds {
		states := prepare(t, fmt.Sprintf("states%d", i), 1, linked(linkOf("e1", fmt.Sprintf("ends%d/e1", i))))
		ends := prepare(t, fmt.Sprintf("ends%d", i), 1)
		keys = append(keys, states.Episode.ID+"/e1")
		var wg sync.WaitGroup
		errs := make([]error, 2)
		for j, s := range []Graph{f.Graph, second.Graph} {
			wg.Go(func() {
				prepared := []episodic.Prepared{states, ends}[(i+j)%2]
				_, errs[j] = s.RecordEpisodes(t.Context(), p, []episodic.Prepared{prepared}, false, day())
			})
		}
		wg.Wait()
		must(t, errors.Join(errs...))
	}
	if n := len(f.arrows(t, p, keys...)); n != rounds {
		t.Errorf("%d links are drawn, want %d", n, rounds)
	}
}

// histories reads everything that a project holds.
func (f *fixture) histories(t testing.TB, project string) []episodic.History {
	t.Helper()
	w := newWorld(f.Set, project, false)
	records, err := f.Graph.Snapshot(t.Context(), project)
	must(t, err)
	var out []episodic.History
	for _, r := range records {
		h, err := Copy{}.history(t.Context(), w, project, r)
		must(t, err)
		out = append(out, h)
	}
	return out
}

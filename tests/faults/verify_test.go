package faults_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/storetest"
)

// acknowledged counts the steps of each writer that were.
type acknowledged [writerCount]int

func (a acknowledged) sum() (n int) {
	for _, of := range a {
		n += of
	}
	return n
}

// outcome is what an opened memory was found to hold.
type outcome struct {
	// lost are complaints about what was acknowledged, and arrived how many steps are there that were not.
	lost    []string
	arrived int
	// open are the episodes of steps that were not acknowledged.
	open map[string]bool
}

// compare compares what a memory holds with what was acknowledged. Of each writer one more step may be
// there, as a whole.
func compare(ctx context.Context, m *opened, round int, done acknowledged) (outcome, error) {
	out := outcome{open: map[string]bool{}}
	records, err := m.store.Snapshot(ctx, project)
	if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return out, err
	}
	found := map[string]episodic.Record{}
	for _, r := range records {
		if _, twice := found[r.Episode]; twice {
			out.lost = append(out.lost, r.Episode+" is there twice")
		}
		found[r.Episode] = r
	}
	for number := range writerCount {
		w := newWriter(round, number)
		for range done[number] {
			w.next()
		}
		before := maps.Clone(w.held)
		last := w.next()
		there, err := out.arrivedOf(last, before, found)
		if err != nil {
			return out, err
		}
		if there {
			out.arrived++
		}
		for id := range last.leaves {
			out.open[id] = true
			delete(before, id)
			delete(found, id)
		}
		for id, want := range before {
			out.check(id, want, found[id])
			delete(found, id)
		}
	}
	for id := range found {
		out.lost = append(out.lost, id+" is there, and nobody recorded it or it was purged")
	}
	slices.Sort(out.lost)
	return out, nil
}

// arrivedOf reports whether the last step of a writer is there: it is whole, or not at all.
func (o *outcome) arrivedOf(last step, before map[string]*kept, found map[string]episodic.Record) (there bool, err error) {
	n := 0
	for id, left := range last.leaves {
		switch {
		case left.is(id, found[id]):
			n++
		case !before[id].is(id, found[id]):
			o.lost = append(o.lost, fmt.Sprintf("%s is %+v; the last step would leave %+v", id, found[id], left))
		}
	}
	if n != 0 && n != len(last.leaves) {
		o.lost = append(o.lost, fmt.Sprintf("half of a step is there: %d of %d episodes", n, len(last.leaves)))
	}
	return n > 0, nil
}

func (o *outcome) check(id string, want *kept, got episodic.Record) {
	if !want.is(id, got) {
		o.lost = append(o.lost, fmt.Sprintf("%s is %+v; acknowledged was %+v", id, got, want))
	}
}

// is reports whether a record is what is known of the episode; nil stands for one that is gone.
func (k *kept) is(id string, r episodic.Record) bool {
	if k == nil {
		return r.Episode == ""
	}
	hash, err := k.hash(id)
	return err == nil && r.Episode == id && r.Revision == k.revision && r.Hash == hash && r.DeletedAt.IsZero() != k.deleted
}

// verify opens a memory and complains unless it holds what was acknowledged: its episodes, whole, each
// with all contents, its chunks in the index, and factors like those that a rebuild gives. It
// returns how many steps are there that were not acknowledged.
func verify(t *testing.T, path string, round int, done acknowledged) (arrived int) {
	t.Helper()
	m, err := openMemory(t.Context(), path)
	if err != nil {
		t.Errorf("round %d: it does not open: %v", round, err)
		return 0
	}
	defer func() { must(t, m.store.Close(context.WithoutCancel(t.Context()))) }()
	must(t, m.store.Ready(t.Context()))
	must(t, m.store.CheckFile(t.Context()))
	found, err := compare(t.Context(), m, round, done)
	must(t, err)
	for _, complaint := range found.lost {
		t.Errorf("round %d: %s", round, complaint)
	}
	records, err := m.store.Snapshot(t.Context(), project)
	if len(records) == 0 && done.sum() == 0 {
		return found.arrived
	}
	must(t, err)
	checkContents(t, m, records)
	for _, r := range records {
		found.open[r.Episode] = found.open[r.Episode] || !r.DeletedAt.IsZero()
	}
	checkIndex(t, m, found.open)
	storetest.CheckFactors(t, storetest.Set{Graph: m.store, Factors: m.store}, project)
	return found.arrived
}

// checkContents reads every content of every episode, each of which is compared with its hash.
func checkContents(t *testing.T, m *opened, records []episodic.Record) {
	t.Helper()
	var all []episodic.RevisionKey
	for _, r := range records {
		for n := range r.Revision {
			all = append(all, episodic.RevisionKey{Episode: r.Episode, Number: n + 1})
		}
	}
	contents, err := m.store.ListContents(t.Context(), project, all)
	must(t, err)
	if len(contents) != len(all) {
		t.Errorf("%d contents are there of %d", len(contents), len(all))
	}
}

// checkIndex compares the index with the episodes. Some may wait: those that nobody acknowledged, and
// deleted ones, which no search shows.
func checkIndex(t *testing.T, m *opened, mayWait map[string]bool) {
	t.Helper()
	report, err := m.Index.Check(t.Context(), project, false, nil)
	must(t, err)
	for _, kind := range report.Findings {
		for _, f := range kind.First {
			if f.Kind != index.FindingWaiting || !mayWait[f.Episode] {
				t.Errorf("the index: %+v", f)
			}
		}
	}
}

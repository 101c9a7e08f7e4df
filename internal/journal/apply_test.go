package journal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/journal"
)

func TestApply(t *testing.T) {
	now := time.Date(2026, 11, 26, 3, 0, 0, 0, time.UTC)
	j := opened(t, journal.Options{Now: func() time.Time { return now }})
	appended(t, j, "p", "", records(0, 6))
	must(t, j.MarkApplied(t.Context(), []int64{1, 2, 3, 99}))
	must(t, j.MarkApplied(t.Context(), []int64{1}))
	checkNumbers(t, j, 3, 3, 0)
	must(t, j.MarkIndexed(t.Context(), []int64{1, 4, 1000}))
	checkNumbers(t, j, 2, 2, 0)
	must(t, j.SetAside(t.Context(), 5, "the content is no event"))
	must(t, j.SetAside(t.Context(), 1, "too late"))
	must(t, j.MarkIndexed(t.Context(), []int64{1, 5}))
	must(t, j.MarkApplied(t.Context(), []int64{5}))
	checkNumbers(t, j, 1, 2, 1)
	if got := sequences(pending(t, j, journal.StateApplied)); !slices.Equal(got, []int64{2, 3}) {
		t.Errorf("applied: %v", got)
	}
	if got := sequences(pending(t, j, journal.StateJournaled)); !slices.Equal(got, []int64{6}) {
		t.Errorf("journaled: %v", got)
	}
	if got := pending(t, j, journal.StateIndexed); len(got) > 0 {
		t.Errorf("what is indexed is not pending: %v", got)
	}
	found, err := j.Receipts(t.Context(), "p", []string{record(0, 0).ID, record(4, 0).ID})
	must(t, err)
	if r := found[0]; r.State != journal.StateIndexed || !r.AppliedAt.Equal(now) || r.Reason != "" {
		t.Errorf("%+v", r)
	}
	if r := found[1]; r.State != journal.StateFailed || r.Reason != "the content is no event" {
		t.Errorf("%+v", r)
	}
	if s := stats(t, j); !s.OldestAt.Equal(now) {
		t.Errorf("the oldest is of %v", s.OldestAt)
	}
}

func TestPending_pages(t *testing.T) {
	j := opened(t, journal.Options{})
	appended(t, j, "p", "", records(0, 10))
	var got []int64
	for after := int64(0); ; {
		page, err := j.Pending(t.Context(), journal.StateJournaled, after, 3)
		must(t, err)
		if len(page) == 0 {
			break
		}
		got = append(got, sequences(page)...)
		after = page[len(page)-1].Sequence
	}
	if !slices.Equal(got, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) {
		t.Errorf("%v", got)
	}
	large := record(77, 77)
	large.Body = bytes.Repeat([]byte("x"), 3<<20)
	second := large
	second.ID = record(78, 0).ID
	third := large
	third.ID = record(79, 0).ID
	appended(t, j, "p", "", []journal.Record{large, second, third})
	page, err := j.Pending(t.Context(), journal.StateJournaled, 10, 100)
	must(t, err)
	if len(page) != 2 {
		t.Errorf("%d of the large ones at once", len(page))
	}
}

func TestRetry(t *testing.T) {
	j := opened(t, journal.Options{})
	appended(t, j, "p", "", records(0, 4))
	appended(t, j, "q", "", records(0, 1))
	for _, sequence := range []int64{2, 3, 5} {
		must(t, j.SetAside(t.Context(), sequence, "no"))
	}
	failures, err := j.Failures(t.Context(), "p", 0, 1)
	must(t, err)
	rest, err := j.Failures(t.Context(), "p", failures[0].Sequence, 10)
	must(t, err)
	if len(failures) != 1 || len(rest) != 1 || failures[0].Sequence != 2 || rest[0].Sequence != 3 || rest[0].Reason != "no" {
		t.Errorf("%+v, %+v", failures, rest)
	}
	changed := j.Changed()
	n, err := j.Retry(t.Context(), "p", []string{record(1, 0).ID, record(0, 0).ID, record(50, 0).ID, "nonsense"})
	must(t, err)
	if n != 1 {
		t.Errorf("%d are retried", n)
	}
	<-changed
	checkNumbers(t, j, 3, 0, 2)
	if got := sequences(pending(t, j, journal.StateJournaled)); !slices.Equal(got, []int64{1, 2, 4}) {
		t.Errorf("in its old place: %v", got)
	}
}

func TestChanged(t *testing.T) {
	j := opened(t, journal.Options{})
	changed := j.Changed()
	appended(t, j, "p", "", records(0, 1))
	<-changed
	changed = j.Changed()
	must(t, j.MarkApplied(t.Context(), []int64{1}))
	<-changed
	changed = j.Changed()
	must(t, j.MarkApplied(t.Context(), []int64{1}))
	must(t, j.MarkIndexed(t.Context(), []int64{1}))
	appended(t, j, "p", "", records(0, 1))
	select {
	case <-changed:
		t.Error("nothing is to do, and an applier is woken")
	default:
	}
}

func TestPrune(t *testing.T) {
	now := time.Date(2026, 11, 26, 3, 0, 0, 0, time.UTC)
	j := opened(t, journal.Options{Now: func() time.Time { return now }})
	old := appended(t, j, "p", "k", records(0, 1200))
	var all []int64
	for _, r := range old[:1100] {
		all = append(all, r.Sequence)
	}
	must(t, j.MarkIndexed(t.Context(), all))
	now = now.Add(7*24*time.Hour + time.Minute)
	appended(t, j, "p", "young", records(5000, 5001))
	must(t, j.MarkIndexed(t.Context(), []int64{1101}))
	n, err := j.Prune(t.Context())
	must(t, err)
	if n != 1100 {
		t.Errorf("%d are pruned", n)
	}
	checkNumbers(t, j, 100, 0, 0)
	left, err := j.ReceiptsOfKey(t.Context(), "p", "k")
	must(t, err)
	if len(left) != 100 || left[0].Sequence != 1101 {
		t.Errorf("%d receipts of the call are left", len(left))
	}
	// The call is known by the rest, and its pruned records are new ones.
	again := appended(t, j, "p", "k", records(0, 1200))
	if again[0].Unchanged || !again[1100].Unchanged {
		t.Errorf("%+v, %+v", again[0], again[1100])
	}
	for len(pending(t, j, journal.StateJournaled)) > 0 {
		var rest []int64
		for _, e := range pending(t, j, journal.StateJournaled) {
			rest = append(rest, e.Sequence)
		}
		must(t, j.MarkIndexed(t.Context(), rest))
	}
	now = now.Add(8 * 24 * time.Hour)
	_, err = j.Prune(t.Context())
	must(t, err)
	if left, err := j.ReceiptsOfKey(t.Context(), "p", "young"); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	if s := appended(t, j, "p", "", records(0, 1)); s[0].Sequence <= again[0].Sequence {
		t.Errorf("a sequence comes again: %d after %d", s[0].Sequence, again[0].Sequence)
	}
}

// What is purged is in no file of the journal, and what is not stays.
func TestPurge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := opened(t, journal.Options{Path: path})
	appended(t, j, "secret-project", "secret-key", records(0, 1200))
	appended(t, j, "kept", "k", records(7000, 7003))
	must(t, j.MarkIndexed(t.Context(), []int64{1, 2, 3}))
	must(t, j.SetAside(t.Context(), 4, "secret-reason"))
	n, waiting, err := j.Purge(t.Context(), "secret-project")
	must(t, err)
	if n != 1200 || waiting != 1197 {
		t.Errorf("%d are purged, %d of them were not in the graph", n, waiting)
	}
	checkNumbers(t, j, 3, 0, 0)
	for _, end := range []string{"", "-wal", "-commits"} {
		content, err := os.ReadFile(path + end)
		must(t, err)
		for _, text := range []string{"plaintext-5", "secret-project", "secret-key", "secret-reason"} {
			if bytes.Contains(content, []byte(text)) {
				t.Errorf("%s is left in journal.db%s", text, end)
			}
		}
		if end == "" && !bytes.Contains(content, []byte("plaintext-7001")) {
			t.Error("the search would find nothing at all")
		}
	}
	if left, err := j.ReceiptsOfKey(t.Context(), "secret-project", "secret-key"); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	if again := appended(t, j, "secret-project", "secret-key", records(0, 2)); again[0].Unchanged || again[0].Sequence <= 1203 {
		t.Errorf("%+v", again)
	}
	if n, waiting, err := j.Purge(t.Context(), "unknown"); n+waiting != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

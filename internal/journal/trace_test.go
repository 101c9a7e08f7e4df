package journal_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/journal"
)

// summary is what a trace says without times and numbers.
type summary struct {
	Workflow                string
	Stored, Merged, Refused int64
	Reasons                 map[string]int64
	MadeOf                  int64
	Problem                 string
}

func summaries(t *testing.T, j *journal.Journal, project string) []summary {
	t.Helper()
	found, err := j.Traces(t.Context(), project, 0, 100)
	must(t, err)
	var out []summary
	for _, f := range found {
		out = append(out, summary{f.Workflow, f.Stored, f.Merged, f.Refused, f.Reasons, f.MadeOf, f.Problem})
	}
	return out
}

func TestTraced_countsWhatCame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := opened(t, journal.Options{Path: path})
	_, err := j.AppendTraced(t.Context(), "p", journal.Traced{
		Records: records(0, 3), Workflows: []string{"a", "b", "a"}, Refused: []journal.Refusal{{Workflow: "a", Reason: "invalid", Items: 2}, {Reason: "own", Items: 1}},
	})
	must(t, err)
	_, err = j.AppendTraced(t.Context(), "p", journal.Traced{Records: records(2, 4), Workflows: []string{"a", "a"}, Ended: map[string]bool{"a": true}})
	must(t, err)
	conflict := journal.Traced{Records: []journal.Record{record(9, 9), record(1, 77)}, Workflows: []string{"c", "b"}}
	var taken *journal.ConflictError
	if _, err = j.AppendTraced(t.Context(), "p", conflict); !errors.As(err, &taken) || !cmp.Equal(taken.Positions, []int{1}) {
		t.Errorf("a record with another content: %v", err)
	}
	_, err = j.AppendTraced(t.Context(), "q", journal.Traced{Refused: []journal.Refusal{{Workflow: "z", Reason: "invalid", Items: 1}}})
	must(t, err)
	want := []summary{
		{Workflow: "", Refused: 1, Reasons: map[string]int64{"own": 1}},
		{Workflow: "b", Stored: 1, Reasons: map[string]int64{}},
		{Workflow: "a", Stored: 3, Merged: 1, Refused: 2, Reasons: map[string]int64{"invalid": 2}},
	}
	must(t, j.Close())
	j = opened(t, journal.Options{Path: path})
	if diff := cmp.Diff(want, summaries(t, j, "p")); diff != "" {
		t.Errorf("after it was opened again: %s", diff)
	}
	_, _, err = j.Purge(t.Context(), "p")
	must(t, err)
	if left := summaries(t, j, "p"); len(left) > 0 {
		t.Errorf("a purge leaves %v", left)
	}
	if left := summaries(t, j, "q"); len(left) != 1 {
		t.Errorf("a purge of another project leaves %v", left)
	}
}

func TestTraced_due(t *testing.T) {
	now := time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)
	j := opened(t, journal.Options{Now: func() time.Time { return now }})
	due := func() (names []string) {
		found, err := j.Due(t.Context(), now.Add(-time.Second), now.Add(-time.Minute), 10)
		must(t, err)
		for _, f := range found {
			names = append(names, f.Workflow)
		}
		return names
	}
	bring := func(from, to int, workflow string, ended bool) {
		t.Helper()
		b := journal.Traced{Records: records(from, to), Ended: map[string]bool{workflow: ended}}
		for range b.Records {
			b.Workflows = append(b.Workflows, workflow)
		}
		_, err := j.AppendTraced(t.Context(), "p", b)
		must(t, err)
	}
	bring(0, 2, "silent", false)
	bring(2, 4, "ended", true)
	if got := due(); got != nil {
		t.Errorf("at once: %v", got)
	}
	now = now.Add(2 * time.Second)
	if got := due(); !cmp.Equal(got, []string{"ended"}) {
		t.Errorf("after the end: %v", got)
	}
	now = now.Add(time.Minute)
	if got := due(); !cmp.Equal(got, []string{"silent", "ended"}) {
		t.Errorf("after silence: %v", got)
	}
	found, err := j.Due(t.Context(), now, now, 10)
	must(t, err)
	bring(4, 5, "ended", false)
	found[0].Problem = "why not"
	must(t, j.Settle(t.Context(), found))
	now = now.Add(2 * time.Second)
	if got := due(); !cmp.Equal(got, []string{"ended"}) {
		t.Errorf("what came meanwhile makes it due again: %v", got)
	}
	bring(0, 1, "silent", false)
	now = now.Add(time.Hour)
	if got := due(); !cmp.Equal(got, []string{"ended"}) {
		t.Errorf("a repeat makes nothing due: %v", got)
	}
	now = now.Add(8 * 24 * time.Hour)
	_, err = j.Prune(t.Context())
	must(t, err)
	if left := summaries(t, j, "p"); len(left) != 1 || left[0].Workflow != "ended" {
		t.Errorf("what needs nothing is forgotten after a week: %v", left)
	}
}

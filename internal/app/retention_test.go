package app_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/config"
)

// aged records episodes that began so many days before a time; less than 0 is unknown.
func aged(t *testing.T, a *app.App, now time.Time, days ...int) {
	t.Helper()
	var all []episodic.Episode
	for _, d := range days {
		e := episodic.Episode{ID: fmt.Sprint("e", d), Task: "grow old", Outcome: episodic.OutcomeSuccess, Events: []episodic.Event{{ID: "v1", Type: episodic.EventError, Content: "It broke"}}}
		if d >= 0 {
			var err error
			if e.StartedAt, err = episodic.ParseTimestamp(now.AddDate(0, 0, -d).Format(time.RFC3339)); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, e)
	}
	if _, err := a.Episodes.Recording.RecordAll(t.Context(), "demo", all, false, episodic.StateIndexed); err != nil {
		t.Fatal(err)
	}
}

// left returns the ids of the present and of the deleted episodes.
func left(t *testing.T, a *app.App) (present, deleted []string) {
	t.Helper()
	for _, gone := range []bool{false, true} {
		found, err := a.Episodes.Reading.List(t.Context(), episodic.EpisodeQuery{Project: "demo", Deleted: gone, Page: episodic.Page{Limit: 1000}})
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, e := range found {
			ids = append(ids, e.Episode.ID)
		}
		slices.Sort(ids)
		if gone {
			deleted = ids
		} else {
			present = ids
		}
	}
	return present, deleted
}

// Retention deletes what is too old, with its factors, once an hour, and notes how many; with purge, what was deleted before goes too.
func TestRetainDue(t *testing.T) {
	now := time.Now()
	cfg := config.Default()
	cfg.Home, cfg.Retention.Days = t.TempDir(), 30
	a := opened(t, cfg)
	aged(t, a, now, -1, 0, 29, 31, 400)
	wantExpiring(t, a, "e31", "e400")
	if err := a.RetainDue(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	present, deleted := left(t, a)
	if !slices.Equal(present, []string{"e-1", "e0", "e1", "e29"}) || !slices.Equal(deleted, []string{"e31", "e400"}) {
		t.Errorf("present %v, deleted %v", present, deleted)
	}
	broke := factor.Identity{Variable: "error: It broke", State: factor.StateOccurred}
	factors, err := a.Causes.Layer.FetchFactors(t.Context(), "demo", []string{broke.Key()})
	if err != nil || len(factors) != 1 || factors[0].Frequency() != 3 {
		t.Errorf("the factor is %+v, %v", factors, err)
	}
	aged(t, a, now, 500)
	if err := a.RetainDue(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	if present, _ := left(t, a); !slices.Contains(present, "e500") {
		t.Errorf("retention ran twice in an hour: %v", present)
	}
	wantNotes(t, a, "RETENTION 2")

	cfg.Retention.Purge, cfg.Home = true, t.TempDir()
	a = opened(t, cfg)
	aged(t, a, now, -1, 0, 31, 400)
	if err := a.Episodes.Recording.Delete(t.Context(), "demo", "e400"); err != nil {
		t.Fatal(err)
	}
	if err := a.Episodes.Recording.Delete(t.Context(), "demo", "e0"); err != nil {
		t.Fatal(err)
	}
	wantExpiring(t, a, "e31", "e400")
	if err := a.RetainDue(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	present, deleted = left(t, a)
	if !slices.Equal(present, []string{"e-1", "e1"}) || !slices.Equal(deleted, []string{"e0"}) {
		t.Errorf("with purge: present %v, deleted %v", present, deleted)
	}
	wantNotes(t, a, "RETENTION 2")
	wantExpiring(t, a)
	cfg.Retention.Days, cfg.Home = 0, t.TempDir()
	if got, err := opened(t, cfg).Expiring(t.Context(), "demo"); got != nil || err != nil {
		t.Errorf("while retention is off: %+v, %v", got, err)
	}
}

// wantExpiring compares what retention removes next.
func wantExpiring(t *testing.T, a *app.App, want ...string) {
	t.Helper()
	got, err := a.Expiring(t.Context(), "demo")
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(got.Episodes); !slices.Equal(got.Episodes, want) || got.Matching != len(want) {
		t.Errorf("retention removes %+v next, want %v", got, want)
	}
}

// A run that is cut off is noted with what it removed, and the next one goes on at once.
func TestRetainDue_goesOn(t *testing.T) {
	now := time.Now()
	cfg := config.Default()
	cfg.Home, cfg.Retention.Days = t.TempDir(), 30
	a := opened(t, cfg)
	var days []int
	for d := range 450 {
		days = append(days, 31+d)
	}
	aged(t, a, now, days...)
	if next, err := a.Expiring(t.Context(), "demo"); err != nil || len(next.Episodes) != 200 || next.Matching != 450 {
		t.Errorf("%d of %d would go next, %v", len(next.Episodes), next.Matching, err)
	}
	n, more, err := a.Episodes.Recording.Expire(a.Audit().Note(t.Context(), "demo", audit.Retention, "", 0), "demo", now.AddDate(0, 0, -30), false)
	if n != 200 || !more || err != nil {
		t.Fatalf("the first part: %d, %v, %v", n, more, err)
	}
	wantNotes(t, a, "RETENTION 200")
	if err := a.RetainDue(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	if present, deleted := left(t, a); !slices.Equal(present, []string{"e1"}) || len(deleted) != 450 {
		t.Errorf("%d are present, %d deleted", len(present), len(deleted))
	}
	wantNotes(t, a, "RETENTION 200", "RETENTION 250")
}

// wantNotes expects exactly these entries of the audit log, the first first.
func wantNotes(t *testing.T, a *app.App, want ...string) {
	t.Helper()
	found, err := a.Audit().List(t.Context(), "demo", "", 100)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range found {
		got = append([]string{fmt.Sprint(e.Action, " ", e.Count)}, got...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the audit log has %q, want %q", got, want)
	}
}

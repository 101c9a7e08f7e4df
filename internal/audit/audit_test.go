package audit_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

func open(t *testing.T) *sqlitestore.Store {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close(context.Background())) })
	must(t, s.Migrate(t.Context()))
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestService_List(t *testing.T) {
	s, at := open(t), time.Date(2026, 11, 26, 9, 59, 59, 999_999_999, time.UTC)
	log := audit.New(s, func() time.Time { at = at.Add(time.Nanosecond); return at }, func(context.Context) string { return "me" })
	for n := range 510 {
		must(t, log.Add(t.Context(), "p", audit.Delete, fmt.Sprint("e", n), 1))
	}
	must(t, log.Add(t.Context(), "q", audit.PurgeProject, "", 7))
	first, err := log.List(t.Context(), "p", "", 3)
	must(t, err)
	next, err := log.List(t.Context(), "p", first[2].Key, 1)
	must(t, err)
	for i, e := range append(first, next...) {
		if e.Subject != fmt.Sprint("e", 509-i) || e.By != "me" || e.Action != audit.Delete || e.Count != 1 || e.At.IsZero() {
			t.Errorf("entry %d is %+v", i, e)
		}
	}
	to := open(t)
	must(t, audit.Copy(t.Context(), s, to, "p"))
	must(t, audit.Copy(t.Context(), s, to, "p"))
	all := func(s audit.Store) (out []audit.Entry) {
		must(t, audit.All(t.Context(), s, "p", func(e audit.Entry) error { out = append(out, e); return nil }))
		return out
	}
	there, here := all(s), all(to)
	if diff := cmp.Diff(there, here); diff != "" || len(here) != 510 {
		t.Errorf("%d entries were copied (-there +here):\n%.500s", len(here), diff)
	}
}

func TestTake_refuses(t *testing.T) {
	s := open(t)
	e := audit.Entry{Key: "20261126-1", At: time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC), Action: audit.Purge, Subject: "e1", Count: 1}
	added, err := audit.Take(t.Context(), s, "p", e)
	must(t, err)
	again, err := audit.Take(t.Context(), s, "p", e)
	must(t, err)
	if !added || again {
		t.Errorf("added %v, and again %v", added, again)
	}
	other := e
	other.Count = 2
	nameless, unknown, negative := e, e, e
	nameless.Key, unknown.Action, negative.Count = "", "FORGET", -1
	for why, c := range map[string]struct {
		entry audit.Entry
		want  error
	}{
		"another of that key": {other, audit.ErrOther},
		"no key":              {nameless, audit.ErrInvalid},
		"an unknown action":   {unknown, audit.ErrInvalid},
		"less than nothing":   {negative, audit.ErrInvalid},
	} {
		if _, err := audit.Take(t.Context(), s, "p", c.entry); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

// A note is kept by the write that it is about, and counts what went with it; a service without a log keeps nothing.
func TestNote(t *testing.T) {
	s := open(t)
	log := audit.New(s, time.Now, func(context.Context) string { return "me" })
	e, err := intake.Prepare(episodic.Episode{ID: "e1", Task: "x", Outcome: episodic.OutcomeSuccess})
	must(t, err)
	_, err = s.RecordEpisodes(t.Context(), "p", []episodic.Prepared{e}, false, time.Now())
	must(t, err)
	must(t, s.DeleteEpisode(log.NoteWhy(t.Context(), "p", audit.Delete, "e1", "wrong", 0), "p", "e1", time.Now()))
	if err := s.PurgeProject(log.NotePurge(t.Context(), "unknown", 3), "unknown"); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
	must(t, s.PurgeProject(log.NotePurge(t.Context(), "p", 3), "p"))
	must(t, log.AddPurge(t.Context(), "q", 2))
	var none *audit.Service
	if ledger.NoteOf(none.Note(t.Context(), "p", audit.Delete, "", 1)) != nil || ledger.NoteOf(none.NotePurge(t.Context(), "p", 1)) != nil {
		t.Error("a note without a log")
	}
	projects, err := audit.Projects(t.Context(), s)
	must(t, err)
	if diff := cmp.Diff([]string{"p", "q"}, projects); diff != "" {
		t.Errorf("projects with a log: %s", diff)
	}
	got, err := log.List(t.Context(), "p", "", 10)
	must(t, err)
	if len(got) != 2 || got[1].Action != audit.Delete || got[1].Reason != "wrong" || got[1].Count != 1 || got[0].Action != audit.PurgeProject || got[0].Events != 3 {
		t.Errorf("the log of p is %+v", got)
	}
	stop := errors.New("enough")
	if err := audit.All(t.Context(), s, "p", func(audit.Entry) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped with %v", err)
	}
}

// An entry that cannot be read is an error, and no gap in the log.
func TestService_List_damaged(t *testing.T) {
	s := open(t)
	log := audit.New(s, time.Now, func(context.Context) string { return "" })
	must(t, log.Add(t.Context(), "p", audit.Delete, "e1", 1))
	must(t, s.AddEntry(t.Context(), ledger.Entry{ID: ledger.ID{Kind: "audit", Project: "p", Key: "0"}, Version: 1, Data: []byte("[1]"), CreatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)}))
	if got, err := log.List(t.Context(), "p", "", 10); err == nil {
		t.Errorf("the log is %+v", got)
	}
	if err := audit.Copy(t.Context(), s, open(t), "p"); err == nil {
		t.Error("a damaged log was copied")
	}
}

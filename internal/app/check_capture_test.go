package app_test

import (
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/journal"
)

// journaled appends so many events to the journal, the first with the number first, and returns them with their receipts.
func journaled(t *testing.T, a *app.App, first, n int) ([]execution.Prepared, []journal.Receipt) {
	t.Helper()
	var events []execution.Prepared
	var records []journal.Record
	for i := first; i < first+n; i++ {
		e, err := execution.Restore(execution.Event{
			ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", i), Workflow: "wf", Type: execution.TypeTaskComplete, At: time.UnixMilli(1_777_777_777_000),
			Data: fmt.Appendf(nil, `{"n":%d}`, i),
		})
		if err != nil {
			t.Fatal(err)
		}
		hash, err := hex.DecodeString(e.Hash)
		if err != nil {
			t.Fatal(err)
		}
		events, records = append(events, e), append(records, journal.Record{ID: e.ID, Hash: hash, Body: []byte("x")})
	}
	receipts, err := a.Journal().Append(t.Context(), "demo", "", records)
	if err != nil {
		t.Fatal(err)
	}
	return events, receipts
}

func put(t *testing.T, a *app.App, events ...execution.Prepared) {
	t.Helper()
	recorded := make([]time.Time, len(events))
	for i := range recorded {
		recorded[i] = time.Now().Add(-48 * time.Hour)
	}
	if _, err := a.Executions().PutEvents(t.Context(), "demo", events, recorded, time.Now()); err != nil {
		t.Fatal(err)
	}
}

// A check tells events that wait, were set aside, or were removed from those that are lost or otherwise in the graph, while a service
// has the journal.
func TestCheck_captured(t *testing.T) {
	cfg := config.Default()
	cfg.Home, cfg.EnginesNamed = t.TempDir(), true
	a := opened(t, cfg)
	events, receipts := journaled(t, a, 0, 8)
	put(t, a, events[:3]...)
	changed := events[3].Event
	changed.Data = []byte(`{"n":"another"}`)
	other, err := execution.Restore(changed)
	if err != nil {
		t.Fatal(err)
	}
	put(t, a, other)
	var applied []int64
	for _, r := range receipts[:5] { // the fifth is not in the graph
		applied = append(applied, r.Sequence)
	}
	if err := a.Journal().MarkApplied(t.Context(), applied); err != nil {
		t.Fatal(err)
	}
	if err := a.Journal().MarkIndexed(t.Context(), applied[:2]); err != nil {
		t.Fatal(err)
	}
	if err := a.Journal().SetAside(t.Context(), receipts[7].Sequence, "no event"); err != nil {
		t.Fatal(err)
	}
	check := func(want app.CapturedReport) {
		t.Helper()
		got, err := app.Check(t.Context(), cfg, "demo", false, slog.New(slog.DiscardHandler), func(string, int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, got[0].Captured); diff != "" {
			t.Errorf("captured (-want +got):\n%s", diff)
		}
	}
	check(app.CapturedReport{Waiting: 2, Failed: 1, Applied: 3, Lost: 1, Different: 1, First: []string{events[3].ID, events[4].ID}})
	pruned, err := a.Episodes.Workflow.Prune(a.Audit().Note(t.Context(), "demo", audit.EventRetention, "", 0), "demo", 1, 0, false)
	if err != nil || pruned != 4 {
		t.Fatalf("%d pruned, %v", pruned, err)
	}
	check(app.CapturedReport{Waiting: 2, Failed: 1, Removed: 4, Lost: 1, First: []string{events[4].ID}})
}

// A removal explains as many events as it counts, of those that were captured before it.
func TestUnexplained(t *testing.T) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	at := func(ids string) []journal.Entry {
		var out []journal.Entry
		for _, id := range ids { // "a" was captured on the first day, "b" on the second, …
			e := journal.Entry{}
			e.ID, e.JournaledAt = string(id), day.AddDate(0, 0, int(id-'a'))
			out = append(out, e)
		}
		return out
	}
	removal := func(action audit.Action, after time.Duration, n int) audit.Entry {
		return audit.Entry{At: day.Add(after), Action: action, Count: n}
	}
	const hour, oneDay = time.Hour, 24 * time.Hour
	for name, test := range map[string]struct {
		gone     string
		removals []audit.Entry
		want     string
	}{
		"nothing was removed":           {"ab", nil, "ab"},
		"as many":                       {"ab", []audit.Entry{removal(audit.PruneEvents, 2*oneDay, 2)}, ""},
		"fewer":                         {"cab", []audit.Entry{removal(audit.EventRetention, 3*oneDay, 2)}, "c"},
		"before all were captured":      {"bc", []audit.Entry{removal(audit.PruneEvents, hour, 9)}, "bc"},
		"before one was captured":       {"abc", []audit.Entry{removal(audit.PruneEvents, oneDay+hour, 9)}, "c"},
		"twice, the later entry first":  {"abc", []audit.Entry{removal(audit.PruneEvents, 3*oneDay, 1), removal(audit.PruneEvents, hour, 1)}, "c"},
		"a purge":                       {"abc", []audit.Entry{removal(audit.PurgeProject, oneDay+hour, 0)}, "c"},
		"captured while it was removed": {"b", []audit.Entry{removal(audit.PurgeProject, oneDay-time.Minute, 0)}, ""},
	} {
		got := ""
		for _, e := range app.Unexplained(at(test.gone), test.removals) {
			got += e.ID
		}
		if got != test.want {
			t.Errorf("%s: %q instead of %q", name, got, test.want)
		}
	}
}

// What retention removes is in the archive, and an import brings it back.
func TestPrune_archive(t *testing.T) {
	cfg := config.Default()
	cfg.Home, cfg.EnginesNamed, cfg.Capture.Archive = t.TempDir(), true, true
	a := opened(t, cfg)
	events, _ := journaled(t, a, 0, 5)
	put(t, a, events...)
	if n, err := a.Episodes.Workflow.Prune(t.Context(), "demo", 1, 0, true); err != nil || n != 5 {
		t.Fatalf("a dry run: %d, %v", n, err)
	}
	files := func() []string {
		found, err := filepath.Glob(filepath.Join(cfg.Home, "archive", "demo", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := files(); len(found) > 0 {
		t.Errorf("a dry run archived %v", found)
	}
	if n, err := a.Episodes.Workflow.Prune(t.Context(), "demo", 1, 0, false); err != nil || n != 5 {
		t.Fatalf("pruned %d, %v", n, err)
	}
	found := files()
	if len(found) != 1 || len(workflows(t, a)) != 0 {
		t.Fatalf("the archive has %v, the graph %v", found, workflows(t, a))
	}
	info, err := os.Stat(found[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", info.Mode(), err)
	}
	sources, _, err := ingest.Files(ingest.FormatEpisode, found, nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := app.Import(t.Context(), cfg, app.ImportOptions{Project: "demo", Format: ingest.FormatEpisode}, sources, slog.New(slog.DiscardHandler), nil)
	if err != nil || report.Totals.Refused > 0 || len(workflows(t, a)) != 5 {
		t.Errorf("brought back: %+v, %v", report.Totals, err)
	}
}

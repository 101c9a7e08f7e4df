package app_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// opened opens an app over a home folder, with the journal and a project.
func opened(t *testing.T, cfg config.Config) *app.App {
	t.Helper()
	a, err := app.Open(t.Context(), cfg, engine.State{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	a.OpenCapture(t.Context(), cfg)
	if _, err := a.Episodes.Recording.Record(t.Context(), "demo", episodic.Episode{ID: "e1", Task: "mail anna@example.com", Outcome: episodic.OutcomeSuccess}, ""); err != nil {
		t.Fatal(err)
	}
	return a
}

// executed stores n events of a workflow that was silent since they happened, an hour apart.
func executed(t *testing.T, a *app.App, workflow string, n int, age time.Duration) {
	t.Helper()
	taken(t, a, workflow, n, age, age)
}

// taken is executed with events that came in later than they happened.
func taken(t *testing.T, a *app.App, workflow string, n int, age, since time.Duration) {
	t.Helper()
	now := time.Now()
	var events []execution.Prepared
	recorded := make([]time.Time, n)
	for i := range n {
		e, err := execution.Restore(execution.Event{
			ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%04d%08d", len(workflow), i), Workflow: workflow, Type: execution.TypeTaskComplete,
			At: now.Add(-age).Add(time.Duration(i-n) * time.Hour), Data: []byte(`{"note":"call 212-555-0123"}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		events, recorded[i] = append(events, e), now.Add(-since)
	}
	if _, err := a.Executions().PutEvents(t.Context(), "demo", events, recorded, now); err != nil {
		t.Fatal(err)
	}
}

// workflows are those of the events that are stored, in order.
func workflows(t *testing.T, a *app.App) []string {
	t.Helper()
	found, err := a.Executions().ListEvents(t.Context(), execution.Query{Project: "demo", Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range found {
		out = append(out, e.Workflow)
	}
	return out
}

// Retention runs once an hour, whatever instance, by age and by number; what a running workflow reported stays, and what just came in of old ones
// that are complete.
func TestPruneDue(t *testing.T) {
	cfg := config.Default()
	cfg.Home, cfg.Capture.RetentionDays, cfg.Capture.RetentionEvents = t.TempDir(), 30, 3
	first := opened(t, cfg)
	executed(t, first, "old", 2, 40*24*time.Hour)
	executed(t, first, "ended", 4, 2*24*time.Hour)
	executed(t, first, "running", 1, 0)
	for workflow, since := range map[string]time.Duration{"just-taken": 50 * time.Minute, "taken-before": 2 * time.Hour} {
		taken(t, first, workflow, 1, 300*24*time.Hour, since)
		if err := first.Executions().PutCompletion(t.Context(), "demo", workflow, execution.Completion{Task: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.PruneDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ended", "ended", "running", "just-taken"}, workflows(t, first)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	executed(t, first, "ancient", 2, 400*24*time.Hour)
	if err := first.PruneDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := workflows(t, first); !slices.Contains(got, "ancient") {
		t.Errorf("retention ran twice in an hour: %v", got)
	}
}

func TestReady_Warnings(t *testing.T) {
	cfg := config.Default()
	cfg.Home, cfg.Capture.JournalRecords, cfg.Capture.AlertBytes = t.TempDir(), 4, 10
	a := opened(t, cfg)
	if got := a.Readiness(t.Context()); !got.Ready || len(got.Warnings) > 0 || got.Waiting == nil || *got.Waiting != 0 {
		t.Fatalf("at first: %+v", got)
	}
	var records []journal.Record
	for i := range 3 {
		records = append(records, journal.Record{ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", i), Hash: []byte{1}, Body: []byte("x")})
	}
	receipts, err := a.Journal().Append(t.Context(), "demo", "", records)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Journal().SetAside(t.Context(), receipts[0].Sequence, "no event"); err != nil {
		t.Fatal(err)
	}
	executed(t, a, "wf", 2, time.Hour)
	if err := a.MeasureExecution(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := a.Readiness(t.Context())
	for _, want := range []string{"refused 1 captured events", "more than half full: 3 of 4 events", "more than capture.alert_bytes"} {
		if !slices.ContainsFunc(got.Warnings, func(w string) bool { return strings.Contains(w, want) }) {
			t.Errorf("no warning has %q: %q", want, got.Warnings)
		}
	}
	if !got.Ready || *got.Waiting != 2 || *got.Failed != 1 || len(got.Warnings) != 3 {
		t.Errorf("ready: %+v, waiting %d, failed %d", got, *got.Waiting, *got.Failed)
	}
	if err := a.Journal().Close(); err != nil {
		t.Fatal(err)
	}
	if got := a.Readiness(t.Context()); !got.Ready || len(got.Warnings) == 0 || !strings.Contains(got.Warnings[0], "execution events are refused") {
		t.Errorf("with a closed journal: %+v", got)
	}
}

func TestCheckPrivacy(t *testing.T) {
	cfg := config.Default()
	cfg.Home = t.TempDir()
	a := opened(t, cfg)
	executed(t, a, "wf", 1, time.Hour)
	again := episodic.Episode{ID: "e1", Task: "mail somebody", Outcome: episodic.OutcomeSuccess}
	if _, err := a.Episodes.Recording.Record(t.Context(), "demo", again, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Episodes.Recording.Record(t.Context(), "demo", episodic.Episode{ID: "e2", Task: "clean", Outcome: episodic.OutcomeSuccess}, ""); err != nil {
		t.Fatal(err)
	}
	reports, err := app.CheckPrivacy(t.Context(), cfg, "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	want := []app.PrivacyReport{{
		Project: "demo", Contents: 3, Events: 1, Counts: privacy.Counts{privacy.KindEmail: 1, privacy.KindPhone: 1},
		Findings: []app.PrivacyFinding{
			{Episode: "e1", Counts: privacy.Counts{privacy.KindEmail: 1}},
			{Event: "123e4567-e89b-42d3-a456-000200000000", Counts: privacy.Counts{privacy.KindPhone: 1}},
		},
	}}
	if diff := cmp.Diff(want, reports); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
}

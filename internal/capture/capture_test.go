package capture_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

const project = "p"

// graph is the embedded engine; it can be away, answer too late, or refuse an event.
type graph struct {
	*sqlitestore.Store
	away atomic.Bool
	// deaf is how many more writes lose their answer.
	deaf    atomic.Int32
	refuses string
	// held is a project that others write for too long.
	held string
}

func (g *graph) PutEvents(ctx context.Context, project string, events []execution.Prepared, at []time.Time, now time.Time) ([]execution.Written, error) {
	if g.away.Load() {
		return nil, &episodic.EngineError{Engine: "the graph", Err: errors.New("away")}
	}
	if project == g.held {
		return nil, fmt.Errorf("wait for another writer: %w", episodic.ErrTimeout)
	}
	for _, e := range events {
		if g.refuses != "" && strings.Contains(string(e.Data), g.refuses) {
			return nil, errors.New("this I do not take")
		}
	}
	out, err := g.Store.PutEvents(ctx, project, events, at, now)
	if err == nil && g.deaf.Add(-1) >= 0 {
		return nil, &episodic.EngineError{Engine: "the graph", Err: errors.New("the answer was lost")}
	}
	return out, err
}

// home is a journal and a graph in files of their own.
type home struct {
	*capture.Service
	graph   *graph
	journal *journal.Journal
	dir     string
}

func open(t *testing.T, dir string, most int64) *home {
	t.Helper()
	store, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(dir, "causeway.db")})
	must(t, err)
	must(t, store.Migrate(t.Context()))
	j, err := journal.Open(t.Context(), journal.Options{Path: filepath.Join(dir, "journal.db"), MaxRecords: most, Now: time.Now})
	must(t, err)
	t.Cleanup(func() {
		_ = j.Close()
		_ = store.Close(context.WithoutCancel(t.Context()))
	})
	h := &home{graph: &graph{Store: store}, journal: j, dir: dir}
	episodes := memory.NewEpisodes(memory.EpisodeParts{
		Store: store, Index: store.Index(), Executions: store, Progress: capture.Progress{Store: store, Now: time.Now},
	}, time.Now)
	h.Service = capture.New(capture.Options{Journal: j, Store: h.graph, Events: episodes.Workflow, Now: time.Now})
	return h
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func event(n int, note string) execution.Event {
	return execution.Event{
		ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n), Workflow: "wf", Type: execution.TypeTaskComplete,
		At: time.Date(2026, 5, 3, 12, 0, n, 0, time.UTC), Data: []byte(`{"note":"` + note + `"}`),
	}
}

// capture acknowledges n events of one call each.
func (h *home) capture(t *testing.T, first, n int) {
	t.Helper()
	for i := range n {
		_, err := h.Capture(t.Context(), capture.Call{Project: project, Events: []execution.Event{event(first+i, fmt.Sprint(first+i))}, WaitFor: journal.StateJournaled})
		must(t, err)
	}
}

// apply runs rounds until nothing waits.
func (h *home) apply(t *testing.T) {
	t.Helper()
	for {
		taken, err := h.ApplySome(t.Context())
		must(t, err)
		indexed, err := h.IndexSome(t.Context())
		must(t, err)
		if taken+indexed == 0 {
			return
		}
	}
}

// notes are those of the events in the graph, in the order in which they came.
func (h *home) notes(t *testing.T) string {
	t.Helper()
	found, err := h.graph.ListEvents(t.Context(), execution.Query{Project: project, Limit: 1_000_000})
	must(t, err)
	var out []string
	for _, e := range found {
		out = append(out, strings.TrimSuffix(strings.TrimPrefix(string(e.Data), `{"note":"`), `"}`))
	}
	return strings.Join(out, " ")
}

// While the graph is away, events are acknowledged up to the bound, and none is set aside for that.
func TestApply_engineAway(t *testing.T) {
	h := open(t, t.TempDir(), 5)
	h.graph.away.Store(true)
	h.capture(t, 0, 5)
	var full *journal.ExhaustedError
	_, err := h.Capture(t.Context(), capture.Call{Project: project, Events: []execution.Event{event(9, "9")}, WaitFor: journal.StateJournaled})
	if !errors.As(err, &full) {
		t.Errorf("beyond the bound: %v", err)
	}
	for range 3 {
		if _, err := h.ApplySome(t.Context()); !errors.Is(err, episodic.ErrUnavailable) {
			t.Errorf("a round: %v", err)
		}
	}
	h.graph.away.Store(false)
	h.apply(t)
	if got := h.notes(t); got != "0 1 2 3 4" {
		t.Errorf("in the graph: %s", got)
	}
	stats, err := h.Stats(t.Context())
	must(t, err)
	if stats.Failed.Records+stats.Journaled.Records+stats.Applied.Records != 0 {
		t.Errorf("left in the journal: %+v", stats)
	}
}

// A project that cannot be written keeps no other waiting, and loses nothing.
func TestApply_projectHeld(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	h.graph.held = "held"
	_, err := h.Capture(t.Context(), capture.Call{Project: "held", Events: []execution.Event{event(50, "first")}, WaitFor: journal.StateJournaled})
	must(t, err)
	h.capture(t, 0, 2)
	if _, err := h.ApplySome(t.Context()); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("a round: %v", err)
	}
	if got := h.notes(t); got != "0 1" {
		t.Errorf("of the other project are in the graph: %s", got)
	}
	h.graph.held = ""
	h.apply(t)
	counts, err := h.graph.CountEvents(t.Context(), []string{"held"})
	must(t, err)
	if counts["held"].Events != 1 {
		t.Errorf("of the project that was held are in the graph: %+v", counts)
	}
}

// A batch whose answer is lost is written again and doubles nothing; so is everything after a restart.
func TestApply_again(t *testing.T) {
	dir := t.TempDir()
	h := open(t, dir, 0)
	h.capture(t, 0, 7)
	h.graph.deaf.Store(2)
	for range 2 {
		if _, err := h.ApplySome(t.Context()); !errors.Is(err, episodic.ErrUnavailable) {
			t.Errorf("a round without an answer: %v", err)
		}
	}
	must(t, h.journal.Close())
	h = open(t, dir, 0)
	h.apply(t)
	if got := h.notes(t); got != "0 1 2 3 4 5 6" {
		t.Errorf("in the graph: %s", got)
	}
}

// What the graph refuses is set aside with the reason; the rest goes on, and a retry brings it in.
func TestApply_poison(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	h.graph.refuses = `"5"`
	h.capture(t, 0, 12)
	_, err := h.journal.Append(t.Context(), project, "", []journal.Record{{ID: event(50, "").ID, Hash: []byte{1}, Body: []byte("no event")}})
	must(t, err)
	h.apply(t)
	if got := h.notes(t); got != "0 1 2 3 4 6 7 8 9 10 11" {
		t.Errorf("in the graph: %s", got)
	}
	failed, err := h.Failures(t.Context(), project, episodic.Page{Limit: 10})
	must(t, err)
	if len(failed) != 2 || failed[0].ID != event(5, "").ID || failed[0].Reason != "this I do not take" || !strings.Contains(failed[1].Reason, "no execution event") {
		t.Errorf("set aside: %+v", failed)
	}
	h.graph.refuses = ""
	if n, err := h.Retry(t.Context(), project, []string{event(5, "").ID}); n != 1 || err != nil {
		t.Errorf("retried %d, %v", n, err)
	}
	h.apply(t)
	if got := h.notes(t); got != "0 1 2 3 4 6 7 8 9 10 11 5" {
		t.Errorf("after the retry: %s", got)
	}
}

// An id that the graph holds with another content, which the journal no longer knows, is set aside.
func TestApply_conflict(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	p, err := execution.Restore(event(1, "old"))
	must(t, err)
	_, err = h.graph.PutEvents(t.Context(), project, []execution.Prepared{p}, []time.Time{time.Now()}, time.Now())
	must(t, err)
	h.capture(t, 1, 2)
	h.apply(t)
	if got := h.notes(t); got != "old 2" {
		t.Errorf("in the graph: %s", got)
	}
	receipts, err := h.Receipts(t.Context(), project, []string{event(1, "").ID, event(2, "").ID})
	must(t, err)
	if receipts[0].State != journal.StateFailed || !strings.Contains(receipts[0].Reason, "another content") || receipts[1].State != journal.StateIndexed {
		t.Errorf("receipts: %+v", receipts)
	}
}

// A call waits for its state, and says how far it came when that does not come in time.
func TestCapture_waits(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	call := capture.Call{Project: project, Events: []execution.Event{event(1, "1")}, WaitFor: journal.StateIndexed}
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	receipts, err := h.Capture(short, call)
	if err != nil || receipts[0].State != journal.StateJournaled {
		t.Errorf("while nothing applies: %+v, %v", receipts, err)
	}
	done := make(chan []capture.Receipt)
	go func() {
		receipts, _ := h.Capture(t.Context(), call)
		done <- receipts
	}()
	h.apply(t)
	if receipts := <-done; receipts[0].State != journal.StateIndexed || !receipts[0].Unchanged {
		t.Errorf("while it applies: %+v", receipts)
	}
}

// A purge takes what waits along and counts it, also what it took when the engines failed.
func TestPurge(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	h.capture(t, 0, 3)
	h.apply(t)
	h.capture(t, 3, 3)
	away := errors.New("away")
	if err := h.Purge(t.Context(), project, func(context.Context, int) error { return away }); !errors.Is(err, away) {
		t.Errorf("engines that fail: %v", err)
	}
	h.capture(t, 6, 2)
	purge := func() (waiting int, err error) {
		err = h.Purge(t.Context(), project, func(ctx context.Context, n int) error {
			waiting = n
			return h.graph.PurgeProject(ctx, project)
		})
		return waiting, err
	}
	if waiting, err := purge(); waiting != 5 || err != nil {
		t.Errorf("%d waited, %v", waiting, err)
	}
	h.apply(t)
	if got := h.notes(t); got != "" {
		t.Errorf("after the purge: %s", got)
	}
	if _, err := h.graph.GetProject(t.Context(), project); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("the project came back: %v", err)
	}
	if waiting, err := purge(); waiting != 0 || !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("again: %d waited, %v", waiting, err)
	}
}

package capture_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/problem"
)

// span is the n-th span of a trace; the first is its root.
func span(t *testing.T, trace string, n int, name string) execution.Event {
	t.Helper()
	s := tracing.Span{Trace: trace, ID: fmt.Sprint(trace, n), Name: name, Kind: tracing.KindTool, Tool: name, Start: event(n, "").At, End: event(n+1, "").At}
	if n == 0 {
		s.Kind, s.Input = tracing.KindAgent, "do "+name
	} else {
		s.Parent = fmt.Sprint(trace, 0)
	}
	data, err := tracing.Data(s, nil, nil)
	must(t, err)
	return execution.Event{ID: event(n+100*len(trace), "").ID, Workflow: trace, Type: execution.TypeOther, At: s.Start, Data: data}
}

// Each sound span of a call is taken, whatever becomes of the others; a trace that ended becomes an episode, and one that
// retention has cut says why it does not.
func TestTrace(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	now := time.Now()
	h.Now = func() time.Time { return now }
	huge := span(t, "aa", 3, "huge")
	huge.Data = []byte(fmt.Sprintf(`{"dump":%q}`, strings.Repeat("x", 70_000)))
	nameless := span(t, "aa", 4, "nameless")
	nameless.Workflow = "a b"
	call := capture.Traces{
		Events: []execution.Event{span(t, "aa", 0, "work"), span(t, "aa", 1, "search"), huge, nameless, span(t, "bbb", 0, "other")},
		Ended:  map[string]bool{"aa": true}, Refused: []journal.Refusal{{Workflow: "aa", Reason: "no_time", Items: 2}},
	}
	taken, err := h.Trace(t.Context(), project, call)
	must(t, err)
	want := map[string]int{"no_time": 2, capture.ReasonTooLarge: 1, capture.ReasonInvalid: 1}
	if diff := cmp.Diff(want, taken.Refused); diff != "" || taken.Stored != 3 || taken.Merged != 0 || taken.Why == "" {
		t.Errorf("taken %+v: %s", taken, diff)
	}
	changed := span(t, "aa", 1, "search")
	changed.Data = []byte(`{"note":"another"}`)
	taken, err = h.Trace(t.Context(), project, capture.Traces{Events: []execution.Event{span(t, "aa", 0, "work"), changed, span(t, "aa", 2, "late")}})
	must(t, err)
	if taken.Stored != 1 || taken.Merged != 1 || taken.Refused[capture.ReasonConflict] != 1 {
		t.Errorf("again: %+v", taken)
	}
	h.apply(t)
	now = now.Add(time.Hour)
	if n, err := h.CompleteTraces(t.Context(), 2*time.Hour); n != 1 || err != nil {
		t.Errorf("%d traces had ended, %v", n, err)
	}
	found, err := h.graph.GetEpisodes(t.Context(), project, []string{"workflow-aa", "workflow-bbb"})
	must(t, err)
	if len(found) != 1 || found[0].Episode.Task != "do work" {
		t.Errorf("episodes: %+v", found)
	}
	must(t, h.graph.PutCompletion(t.Context(), project, "bbb", execution.Completion{Task: "said"}))
	if n, err := h.CompleteTraces(t.Context(), time.Minute); n != 1 || err != nil {
		t.Errorf("%d traces are silent, %v", n, err)
	}
	if n, err := h.CompleteTraces(t.Context(), time.Minute); n != 0 || err != nil {
		t.Errorf("%d traces are left, %v", n, err)
	}
	if found, err = h.graph.GetEpisodes(t.Context(), project, []string{"workflow-bbb"}); err != nil || len(found) != 1 || found[0].Episode.Task != "said" {
		t.Errorf("what somebody said: %+v, %v", found, err)
	}
	all, err := h.Traces(t.Context(), project, episodic.Page{Limit: 10})
	must(t, err)
	rest, err := h.Traces(t.Context(), project, episodic.Page{Limit: 10, After: capture.TraceKey(all[0])})
	must(t, err)
	if len(all) < 2 || len(rest) != len(all)-1 {
		t.Errorf("%d traces, %d after the first", len(all), len(rest))
	}
	if _, err := h.Traces(t.Context(), project, episodic.Page{Limit: 10, After: "x"}); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("no cursor: %v", err)
	}
}

// Spans that an import keeps without a journal are counted as those over the journal are.
func TestDirect(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	d := &capture.Direct{Store: h.graph, Events: h.Events, Now: time.Now}
	changed := span(t, "aa", 1, "search")
	changed.Data = []byte(`{"note":"another"}`)
	spans := []execution.Event{span(t, "aa", 0, "work"), span(t, "aa", 1, "search")}
	d.DryRun = true
	taken, err := d.Trace(t.Context(), project, capture.Traces{Events: spans})
	if err != nil || taken.Stored != 2 || h.notes(t) != "" {
		t.Errorf("a dry run: %+v, %v", taken, err)
	}
	if made, err := d.CompleteTraces(t.Context(), project, []string{"aa"}); made != nil || err != nil {
		t.Errorf("a dry run: %+v, %v", made, err)
	}
	d.DryRun = false
	taken, err = d.Trace(t.Context(), project, capture.Traces{Events: spans, Refused: []journal.Refusal{{Reason: "no_time", Items: 1}}})
	if err != nil || taken.Stored != 2 || taken.Refused["no_time"] != 1 {
		t.Errorf("taken: %+v, %v", taken, err)
	}
	taken, err = d.Trace(t.Context(), project, capture.Traces{Events: []execution.Event{spans[0], changed}})
	if err != nil || taken.Merged != 1 || taken.Refused[capture.ReasonConflict] != 1 {
		t.Errorf("again: %+v, %v", taken, err)
	}
	made, err := d.CompleteTraces(t.Context(), project, []string{"aa", "unknown"})
	must(t, err)
	if made["aa"].Err != nil || made["aa"].Events == 0 || !errors.Is(made["unknown"].Err, episodic.ErrNotFound) {
		t.Errorf("completed: %+v", made)
	}
	h.graph.away.Store(true)
	if _, err := d.Trace(t.Context(), project, capture.Traces{Events: spans}); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("while the graph is away: %v", err)
	}
}

// Ids that are made from a key are the same the next time, receipts are found by it, and a service that takes nothing in says so
// everywhere.
func TestCapture_KeysAndNothing(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	nameless := event(1, "x")
	nameless.ID = ""
	call := capture.Call{Project: project, Events: []execution.Event{nameless}, Key: "k", WaitFor: journal.StateJournaled}
	first, err := h.Capture(t.Context(), call)
	must(t, err)
	again, err := h.Capture(t.Context(), call)
	must(t, err)
	of, err := h.ReceiptsOfKey(t.Context(), project, "k")
	must(t, err)
	if len(of) != 1 || first[0].ID != again[0].ID || !again[0].Unchanged || of[0].ID != first[0].ID {
		t.Errorf("first %+v, again %+v, by the key %+v", first, again, of)
	}
	if _, err := h.Failures(t.Context(), project, episodic.Page{After: "x", Limit: 1}); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("no cursor: %v", err)
	}
	call.Project = "no project"
	if _, err := h.Capture(t.Context(), call); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("no name of a project: %v", err)
	}
	if _, err := h.Complete(t.Context(), "no project", "wf", execution.Completion{}); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("no name of a project: %v", err)
	}
	short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := h.Settle(short, project); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("nothing applies: %v", err)
	}

	reason := errors.New("the disk is gone")
	off := capture.Disabled(reason)
	for what, err := range map[string]error{
		"capture": second(off.Capture(t.Context(), call)), "trace": second(off.Trace(t.Context(), project, capture.Traces{})),
		"receipts": second(off.Receipts(t.Context(), project, nil)), "by key": second(off.ReceiptsOfKey(t.Context(), project, "k")),
		"failures": second(off.Failures(t.Context(), project, episodic.Page{})), "retry": second(off.Retry(t.Context(), project, nil)),
		"traces": second(off.Traces(t.Context(), project, episodic.Page{})), "settle": off.Settle(t.Context(), project), "ready": off.Ready(),
	} {
		if !errors.Is(err, reason) || !errors.Is(err, episodic.ErrUnavailable) {
			t.Errorf("%s of a service that is off: %v", what, err)
		}
	}
	stats, err := off.Stats(t.Context())
	if n, other := off.CompleteTraces(t.Context(), 0); err != nil || other != nil || n != 0 || stats.Journaled.Records != 0 {
		t.Errorf("%+v, %v, %d, %v", stats, err, n, other)
	}
	purged := false
	if err := off.Purge(t.Context(), project, func(context.Context, int) error { purged = true; return nil }); err != nil || !purged {
		t.Errorf("a purge reaches the engines: %v, %v", purged, err)
	}
	must(t, h.Ready())
}

func second[T any](_ T, err error) error { return err }

// Progress is remembered with its project; what cannot be read is an error, and not a beginning.
func TestProgress(t *testing.T) {
	h := open(t, t.TempDir(), 0)
	p := capture.Progress{Store: h.graph, Now: time.Now}
	if got, err := p.GetProgress(t.Context(), project); err != nil || got != (workflow.Progress{}) {
		t.Errorf("before the first: %+v, %v", got, err)
	}
	for _, want := range []workflow.Progress{{Generation: 1, Sequence: 5}, {Generation: 2, Sequence: 9}} {
		must(t, p.PutProgress(t.Context(), project, want))
		if got, err := p.GetProgress(t.Context(), project); err != nil || got != want {
			t.Errorf("%+v became %+v, %v", want, got, err)
		}
	}
	found, err := h.graph.GetEntries(t.Context(), "execution-index", project, []string{"events"})
	must(t, err)
	found[0].Version, found[0].Data = found[0].Version+1, []byte("[1]")
	must(t, h.graph.ReplaceEntry(t.Context(), found[0]))
	if got, err := p.GetProgress(t.Context(), project); err == nil {
		t.Errorf("damaged, it is %+v", got)
	}
}

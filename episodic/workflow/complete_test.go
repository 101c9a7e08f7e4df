package workflow_test

import (
	"encoding/json"
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
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// reported is an event of a workflow; n gives its id and its time.
type reported struct {
	n    int
	kind execution.Type
	task string
	data string
}

func id(n int) string { return fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n) }

// report writes events of a workflow.
func report(t *testing.T, store *sqlitestore.Store, of string, events ...reported) {
	t.Helper()
	prepared, recorded := make([]execution.Prepared, len(events)), make([]time.Time, len(events))
	for i, e := range events {
		var err error
		prepared[i], err = execution.Restore(execution.Event{ID: id(e.n), Workflow: of, Type: e.kind, Task: e.task, At: day.Add(time.Duration(e.n) * time.Second), Data: []byte(e.data)})
		must(t, err)
		recorded[i] = day
	}
	_, err := store.PutEvents(t.Context(), project, prepared, recorded, day)
	must(t, err)
}

// completed returns the episode of a workflow.
func completed(t *testing.T, e *memory.Episodes, store *sqlitestore.Store, of string, c execution.Completion) episodic.Episode {
	t.Helper()
	r, err := e.Workflow.Complete(t.Context(), project, of, c)
	must(t, err)
	found, err := store.GetEpisodes(t.Context(), project, []string{r.Episode})
	must(t, err)
	return found[0].Episode
}

// Each kind of event becomes what it tells; links come from ids, tasks and predictions, and else from the order in time.
func TestComplete_tells(t *testing.T) {
	e, store := memoryOf(t, nil)
	report(t, store, "w",
		reported{1, execution.TypeWorkflowStart, "", `{"context":{"workflowType":"deploy","domain":"shop","complexity":"high","size":3}}`},
		reported{2, execution.TypeSpeculationStart, "a", `{"prediction":{"toolId":"tool","confidence":0.5,"reasoning":"bell\u0007 rang"}}`},
		reported{3, execution.TypeSpeculationResult, "a", `{"predictionEventId":"` + id(2) + `","prediction":{"toolId":"tool","confidence":0.5,"wasCorrect":true}}`},
		reported{4, execution.TypeTaskComplete, "a", `{"result":{"status":"error","output":{"code":7}}}`},
		reported{5, execution.TypeHILDecision, "b", `{"decision":{"type":"hil","action":"stop","reasoning":"red"}}`},
		reported{6, execution.TypeOther, "b", `{"decision":{"type":"ail","action":"note","reasoning":"aside"}}`},
		reported{7, execution.TypeAILDecision, "c", `{}`},
		reported{8, execution.TypeWorkflowComplete, "", `{"result":{"status":"error","output":"` + strings.Repeat("x", 300) + `"}}`},
	)
	made := completed(t, e, store, "w", execution.Completion{
		Task: "deploy", DecisionType: episodic.DecisionRecovery, Links: []execution.TaskLink{{Source: "a", Target: "b"}, {Source: strings.ToUpper(id(5)), Target: "c"}, {Source: "a", Target: "b"}},
	})
	if made.Outcome != episodic.OutcomeFailure || made.Domain != "shop" || made.TaskType != "deploy" || made.Context["size"] != "3" {
		t.Errorf("the head is %+v", made)
	}
	var told []string
	for _, v := range made.Events {
		told = append(told, fmt.Sprintf("%s: %.60s", v.Type, v.Content))
	}
	want := []string{
		"milestone: workflow start", "other: speculation start a: tool, confidence 0.5. bell  rang", "other: speculation result a: tool, confidence 0.5",
		`error: task complete a: error. {"code":7}`, "other: other b: note. aside", "other: ail decision c",
		"milestone: workflow complete: error. " + strings.Repeat("x", 34),
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if d := made.Decisions; len(d) != 1 || d[0].Chosen != "stop" || d[0].Type != episodic.DecisionRecovery || d[0].Context != "b" {
		t.Errorf("decisions: %+v", d)
	}
	stated := map[string]bool{}
	temporal := 0
	for _, l := range made.Links {
		if l.Basis == episodic.BasisTemporal {
			temporal++
			continue
		}
		stated[strings.TrimPrefix(l.Source, "x-")+" "+strings.TrimPrefix(l.Target, "x-")] = true
	}
	if diff := cmp.Diff(map[string]bool{id(2) + " " + id(3): true, id(4) + " " + id(5): true, id(5) + " " + id(7): true}, stated); diff != "" || temporal != 5 {
		t.Errorf("%d links by time, stated (-want +got):\n%s", temporal, diff)
	}
}

func TestComplete_refuses(t *testing.T) {
	e, store := memoryOf(t, nil)
	report(t, store, "w", reported{1, execution.TypeTaskComplete, "a", `{"result":{"status":"success"}}`})
	many := make([]execution.TaskLink, episodic.MaxLinks+1)
	for why, c := range map[string]struct {
		of   string
		c    execution.Completion
		want error
		path string
	}{
		"no task":           {"w", execution.Completion{}, problem.ErrInvalid, "task"},
		"no outcome":        {"w", execution.Completion{Task: "x", Outcome: "fine"}, problem.ErrInvalid, "outcome"},
		"too many links":    {"w", execution.Completion{Task: "x", Links: many}, problem.ErrTooLarge, "links"},
		"a link to itself":  {"w", execution.Completion{Task: "x", Links: []execution.TaskLink{{Source: "a", Target: "a"}}}, problem.ErrInvalid, "links[0].target"},
		"an unknown source": {"w", execution.Completion{Task: "x", Links: []execution.TaskLink{{Source: "q", Target: "a"}}}, problem.ErrInvalid, "links[0].source"},
		"an unknown target": {"w", execution.Completion{Task: "x", Links: []execution.TaskLink{{Source: "a", Target: "q"}}}, problem.ErrInvalid, "links[0].target"},
		"no such workflow":  {"v", execution.Completion{Task: "x"}, episodic.ErrNotFound, ""},
	} {
		_, err := e.Workflow.Complete(t.Context(), project, c.of, c.c)
		var invalid *problem.InvalidError
		if !errors.Is(err, c.want) || c.path != "" && (!errors.As(err, &invalid) || invalid.Problems[0].Path != c.path) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if w, err := store.GetWorkflow(t.Context(), project, "w"); err != nil || w.Completion != nil {
		t.Errorf("a completion that was refused is kept: %+v, %v", w.Completion, err)
	}
	must(t, e.Workflow.Revise(t.Context(), project, "w")) // nobody completed it
}

// What somebody says of a trace goes before what its spans say. Of traces that are recorded together one that is refused keeps
// no other out, and one that retention cut is not made again.
func TestCompleteTraces(t *testing.T) {
	e, store := memoryOf(t, nil)
	span := func(trace string, n int, parent, input string) reported {
		s := tracing.Span{Trace: trace, ID: fmt.Sprint(trace, n), Parent: parent, Name: "step", Kind: tracing.KindTool, Tool: "search", Start: day, End: day.Add(time.Second), Input: input}
		if parent == "" {
			s.Kind = tracing.KindAgent
		}
		data, err := tracing.Data(s, nil, nil)
		must(t, err)
		return reported{n, execution.TypeOther, fmt.Sprint("t", n), string(data)}
	}
	report(t, store, "one", span("one", 1, "", "do one"), span("one", 2, "one1", "{}"), span("one", 3, "one1", "{}"))
	report(t, store, "bad", span("bad", 11, "", ""))
	report(t, store, "two", span("two", 21, "", "do two"))
	must(t, store.PutCompletion(t.Context(), project, "bad", execution.Completion{Task: "x", Tags: []string{strings.Repeat("x", 500)}}))
	made, err := e.Workflow.CompleteTraces(t.Context(), project, []string{"one", "bad", "two", "none"})
	must(t, err)
	if made["one"].Err != nil || made["two"].Err != nil || !errors.Is(made["bad"].Err, problem.ErrTooLarge) || !errors.Is(made["none"].Err, episodic.ErrNotFound) {
		t.Errorf("made: %+v", made)
	}
	if none, err := e.Workflow.CompleteTraces(t.Context(), project, nil); err != nil || len(none) != 0 {
		t.Errorf("of no trace: %+v, %v", none, err)
	}
	episode := completed(t, e, store, "one", execution.Completion{
		Task: "said", Session: "s", Outcome: episodic.OutcomeSuccess, Lessons: []string{"l"}, Tags: []string{"g"}, Links: []execution.TaskLink{{Source: "t2", Target: "t3"}},
	})
	stated := 0
	for _, l := range episode.Links {
		if l.Basis == episodic.BasisStated && l.Source == "s-one2" && l.Target == "s-one3" {
			stated++
		}
	}
	if episode.Task != "said" || episode.Session != "s" || episode.Outcome != episodic.OutcomeSuccess || len(episode.Lessons) != 1 || stated != 1 {
		t.Errorf("the episode is %+v", episode)
	}
	if _, err := e.Workflow.Complete(t.Context(), project, "one", execution.Completion{Task: "x", Links: []execution.TaskLink{{Source: "t2", Target: "q"}}}); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("a link to nothing: %v", err)
	}
	_, err = e.Workflow.Prune(t.Context(), project, 36500, 0, false)
	must(t, err)
	report(t, store, "one", span("one", 5, "one1", "{}"))
	made, err = e.Workflow.CompleteTraces(t.Context(), project, []string{"one"})
	must(t, err)
	_, again := e.Workflow.Complete(t.Context(), project, "one", execution.Completion{Task: "x"})
	if !errors.Is(made["one"].Err, problem.ErrInvalid) || !errors.Is(again, problem.ErrInvalid) {
		t.Errorf("after retention: %v, %v", made["one"].Err, again)
	}
}

// What is removed goes into the archive first; if that fails, nothing is removed. Retention waits until nothing came for an hour. Bad bounds and unknown projects are refused.
func TestPrune_archive(t *testing.T) {
	_, store := memoryOf(t, nil)
	var kept []string
	var full error
	now := day.Add(time.Hour - time.Second)
	e := memory.NewEpisodes(memory.EpisodeParts{
		Store: store, Index: store.Index(), Executions: store, Progress: progress{},
		Archive: func(_ string, events []execution.Stored) error {
			for _, v := range events {
				kept = append(kept, v.ID)
			}
			return full
		},
	}, func() time.Time { return now })
	report(t, store, "w", reported{1, execution.TypeOther, "", `{}`}, reported{2, execution.TypeOther, "", `{}`}, reported{3, execution.TypeOther, "", `{}`})
	must(t, store.PutCompletion(t.Context(), project, "w", execution.Completion{Task: "x"}))
	if n, err := e.Workflow.Retain(t.Context(), project, 30, 1); n != 0 || err != nil {
		t.Errorf("of what just came %d were removed: %v", n, err)
	}
	now, full = now.Add(time.Second), errors.New("the disk is full")
	if n, err := e.Workflow.Retain(t.Context(), project, 30, 1); n != 0 || !errors.Is(err, full) {
		t.Errorf("without an archive %d were removed, %v", n, err)
	}
	kept, full = nil, nil
	if n, err := e.Workflow.Prune(t.Context(), project, 30, 1, false); n != 2 || err != nil || strings.Join(kept, " ") != id(1)+" "+id(2) {
		t.Errorf("%d were removed, %v; archived %v", n, err, kept)
	}
	for _, c := range [][2]int{{0, 1}, {36_501, 1}, {1, -1}, {1, 10_000_001}} {
		if _, err := e.Workflow.Prune(t.Context(), project, c[0], c[1], true); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := e.Workflow.Prune(t.Context(), "unknown", 1, 1, true); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
}

// A filter compares whole values, whatever their form; what has no such path does not meet it.
func TestWorkflowEvents_values(t *testing.T) {
	e, store := memoryOf(t, nil)
	report(t, store, "w", reported{1, execution.TypeOther, "", `{"a":{"b":[1.50,{"c":2.0}]}}`}, reported{2, execution.TypeOther, "", `{"a":7}`}, reported{3, execution.TypeOther, "", `{}`})
	q := execution.Query{Project: project, Workflow: "w", Limit: 1}
	page, err := e.Workflow.WorkflowEvents(t.Context(), q, nil)
	if err != nil || len(page.Events) != 1 || !page.More {
		t.Errorf("a page: %+v, %v", page, err)
	}
	q.Limit = 10
	found, err := e.Workflow.WorkflowEvents(t.Context(), q, []workflow.Match{{Path: "a.b", Equals: json.RawMessage(`[1.5,{"c":2}]`)}})
	if err != nil || len(found.Events) != 1 || found.Events[0].ID != id(1) {
		t.Errorf("found %+v, %v", found, err)
	}
	if _, err := e.Workflow.WorkflowEvents(t.Context(), q, make([]workflow.Match, 11)); !errors.Is(err, problem.ErrTooLarge) {
		t.Errorf("eleven filters: %v", err)
	}
	q.Project = "unknown"
	if _, err := e.Workflow.WorkflowEvents(t.Context(), q, nil); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
	if _, err := e.Workflow.Health(t.Context(), "unknown"); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
	if r := (workflow.Health{}).Rate(); r != 0 {
		t.Errorf("the rate of nothing is %v", r)
	}
	if r := (workflow.Health{Keys: 4, Collisions: 1}).Rate(); r != .25 {
		t.Errorf("the rate is %v", r)
	}
}

package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/ledger"
)

// RunExecution tests an [execution.Store] together with the [episodic.Store] whose purges affect it.
func RunExecution(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Graph == nil || f.Ledger == nil || f.Execution == nil {
		t.Fatal("the set has no graph, no ledger or no execution events")
	}
	runExamples(t, f, []example{
		{"events come back as they were", exampleEventAsItWas},
		{"the same events at once are there once", exampleEventsAtOnce},
		{"who lost the work writes nothing", exampleEventsFenced},
		{"a purge leaves none", examplePurgeEvents},
		{"what runs stays", examplePruneRunning},
	})
	t.Run("property", func(t *testing.T) { executionRecipe().run(t, f) })
}

// events prepares n events of a workflow, a minute apart.
func events(t testing.TB, workflow string, first, n int) ([]execution.Prepared, []time.Time) {
	t.Helper()
	out, recorded := make([]execution.Prepared, n), make([]time.Time, n)
	for i := range n {
		p, err := execution.Restore(ExecutionEvent{
			ID: first + i, Minute: i, Workflow: workflow, Type: execution.TypeTaskComplete, Domain: "a", User: "u", Text: fmt.Sprint(i),
		}.event())
		must(t, err)
		out[i], recorded[i] = p, day()
	}
	return out, recorded
}

func exampleEventAsItWas(t *testing.T, f *fixture) {
	project := f.project(t)
	p, err := execution.Restore(execution.Event{
		ID: eventID(1), Workflow: "w", Type: execution.TypeSpeculationStart, Task: "t<1>", At: day().Add(123 * time.Millisecond),
		Data: []byte(`{"z":1.50,"context":{"domain":"X|Y","n":3},"prediction":{"toolId":"a<b>","confidence":0.91},"own":[1,{"k":null}]}`),
	})
	must(t, err)
	_, err = f.Execution.PutEvents(t.Context(), project, []execution.Prepared{p}, []time.Time{day()}, day())
	must(t, err)
	found, err := f.Execution.GetEvents(t.Context(), project, []string{eventID(1)})
	must(t, err)
	if len(found) != 1 {
		t.Fatalf("there are %d", len(found))
	}
	got := found[0]
	if string(got.Data) != string(p.Data) || !got.At.Equal(p.At) || got.Task != p.Task || got.Workflow != p.Workflow || got.Type != p.Type ||
		got.ContextKey != p.ContextKey || got.KeyRule != execution.KeyRule || !got.RecordedAt.Equal(day()) || got.Sequence == 0 {
		t.Errorf("got %+v (%s), want %+v (%s)", got, got.Data, p.Event, p.Data)
	}
}

func exampleEventsAtOnce(t *testing.T, f *fixture) {
	project, second := f.project(t), f.again(t)
	list, recorded := events(t, "w", 1, 50)
	var wg sync.WaitGroup
	for i := range 6 {
		s := []execution.Store{f.Execution, second.Execution}[i%2]
		wg.Go(func() {
			if _, err := s.PutEvents(t.Context(), project, list, recorded, day()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	w, err := f.Execution.GetWorkflow(t.Context(), project, "w")
	must(t, err)
	found, err := f.Execution.ListEvents(t.Context(), execution.Query{Project: project, Limit: everything})
	must(t, err)
	if w.Events != len(list) || len(found) != len(list) {
		t.Errorf("the workflow counts %d events, the list has %d", w.Events, len(found))
	}
}

// A writer that lost the work to another one writes nothing.
func exampleEventsFenced(t *testing.T, f *fixture) {
	e := f.entry(t, "held")
	e.Holder = "first"
	must(t, f.Ledger.AddEntry(t.Context(), e))
	list, recorded := events(t, "w", 1, 5)
	lost := ledger.WithFence(t.Context(), ledger.Fence{ID: e.ID, Holder: "second"})
	if _, err := f.Execution.PutEvents(lost, e.Project, list, recorded, day()); !errors.Is(err, episodic.ErrOvertaken) {
		t.Errorf("a put: %v", err)
	}
	found, err := f.Execution.ListEvents(t.Context(), execution.Query{Project: e.Project, Limit: everything})
	must(t, err)
	if len(found) > 0 {
		t.Errorf("%d events were written", len(found))
	}
}

func examplePurgeEvents(t *testing.T, f *fixture) {
	project := f.project(t)
	list, recorded := events(t, "w", 1, 30)
	_, err := f.Execution.PutEvents(t.Context(), project, list, recorded, day())
	must(t, err)
	must(t, f.Execution.PutCompletion(t.Context(), project, "w", execution.Completion{Task: "x", Outcome: episodic.OutcomeSuccess}))
	_, err = f.Graph.RecordEpisodes(t.Context(), project, []episodic.Prepared{prepare(t, "a", 2)}, false, day())
	must(t, err)
	e := f.entry(t, "purged")
	e.Project, e.Outlives = project, true
	note := ledger.NewNote(func(c ledger.Changed) ledger.Entry { e.Data = fmt.Append(nil, c.Things, c.Events); return e })
	must(t, f.Graph.PurgeProject(ledger.WithNote(t.Context(), note), project))
	kept, err := ledger.Get(t.Context(), f.Ledger, e.ID)
	must(t, err)
	if string(kept.Data) != "1 30" {
		t.Errorf("the note says that %s episodes and events went", kept.Data)
	}
	must(t, f.Ledger.RemoveEntry(t.Context(), e.ID, kept.Version))
	found, err := f.Execution.ListEvents(t.Context(), execution.Query{Project: project, Limit: everything})
	must(t, err)
	_, missing := f.Execution.GetWorkflow(t.Context(), project, "w")
	contexts, err := f.Execution.ListContexts(t.Context(), project)
	must(t, err)
	if len(found) > 0 || len(contexts) > 0 || !errors.Is(missing, episodic.ErrNotFound) {
		t.Errorf("%d events, %d contexts, %v", len(found), len(contexts), missing)
	}
	written, err := f.Execution.PutEvents(t.Context(), project, list, recorded, day())
	must(t, err)
	if written[0].Change != execution.Created || written[0].Completed {
		t.Errorf("given again after the purge it was %+v", written[0])
	}
}

// runs puts ten events of a workflow that runs, of one that was just completed, and of one that fell silent, and returns what is to go of
// them but for what just came.
func runs(t *testing.T, f *fixture) execution.Pruning {
	t.Helper()
	project := f.project(t)
	for i, id := range []string{"runs", "ended", "silent"} {
		list, recorded := events(t, id, 100*i, 10)
		for k := range recorded {
			recorded[k] = day()
			if id == "silent" {
				recorded[k] = day().Add(-48 * time.Hour)
			}
		}
		_, err := f.Execution.PutEvents(t.Context(), project, list, recorded, day())
		must(t, err)
	}
	must(t, f.Execution.PutCompletion(t.Context(), project, "ended", execution.Completion{Task: "x", Outcome: episodic.OutcomeFailure}))
	return execution.Pruning{
		Project: project, Before: day().Add(time.Hour), Keep: -1, Rested: day().Add(-time.Hour), Silent: day().Add(-24 * time.Hour),
		Limit: everything, DryRun: true,
	}
}

// Retention takes nothing from a workflow that runs or to which something just came, however old or many its events are.
func examplePruneRunning(t *testing.T, f *fixture) {
	q := runs(t, f)
	if early, err := f.Execution.PruneEvents(t.Context(), q); err != nil || len(early) != 10 {
		t.Errorf("with what was just completed %d would go: %v", len(early), err)
	}
	q.Rested = day()
	dry, err := f.Execution.PruneEvents(t.Context(), q)
	must(t, err)
	q.DryRun = false
	e := f.entry(t, "pruned")
	e.Project = q.Project
	note := ledger.NewNote(func(c ledger.Changed) ledger.Entry { e.Data = fmt.Append(nil, c.Things); return e })
	q.Archive = func([]execution.Stored) error { return errors.New("the archive is full") }
	if _, err := f.Execution.PruneEvents(t.Context(), q); err == nil || !strings.Contains(err.Error(), "the archive is full") {
		t.Errorf("what cannot be archived: %v", err)
	}
	archived := map[string]string{}
	q.Archive = func(events []execution.Stored) error {
		for _, e := range events {
			archived[e.ID] = string(e.Data)
		}
		return nil
	}
	wet, err := f.Execution.PruneEvents(ledger.WithNote(t.Context(), note), q)
	must(t, err)
	kept, err := ledger.Get(t.Context(), f.Ledger, e.ID)
	must(t, err)
	for _, id := range wet {
		if archived[id] == "" {
			t.Errorf("event %s was not archived", id)
		}
	}
	if string(kept.Data) != "20" || len(archived) != 20 {
		t.Errorf("the note says that %s went, and %d were archived", kept.Data, len(archived))
	}
	left, err := f.Execution.ListEvents(t.Context(), execution.Query{Project: q.Project, Limit: everything})
	must(t, err)
	if len(dry) != 20 || len(wet) != 20 || len(left) != 10 || left[0].Workflow != "runs" {
		t.Errorf("%d would go, %d went, %d are left", len(dry), len(wet), len(left))
	}
}

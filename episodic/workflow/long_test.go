package workflow_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// mixed writes n events of the mix in one workflow, from the i-th on, with an id for each i.
func mixed(t *testing.T, store *sqlitestore.Store, first, n int) {
	t.Helper()
	var events []execution.Prepared
	for i := first; i < first+n; i++ {
		kind, data := mix(i)
		p, err := execution.Restore(execution.Event{
			ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", i), Workflow: "long", Type: kind, Task: fmt.Sprint("task-", i),
			At: day.Add(time.Duration(i) * time.Second), Data: []byte(data),
		})
		must(t, err)
		events = append(events, p)
	}
	for batch := range slices.Chunk(events, 500) {
		recorded := make([]time.Time, len(batch))
		for i := range recorded {
			recorded[i] = day
		}
		_, err := store.PutEvents(t.Context(), project, batch, recorded, day)
		must(t, err)
	}
}

// A workflow of 10,000 events is completed: of more than an episode takes, decisions are kept, then calls, and the
// notes say what is left out. The events stay. Again it changes nothing, and a late event makes a revision.
func TestComplete_long(t *testing.T) {
	e, store := memoryOf(t, nil)
	mixed(t, store, 0, 10_000)
	completion := execution.Completion{
		Task: "the whole night", Outcome: episodic.OutcomeSuccess,
		// task-7 is a decision, task-0 a call, task-4 a speculation, which has no room.
		Links: []execution.TaskLink{{Source: "task-0", Target: "task-7"}, {Source: "task-4", Target: "task-7"}},
	}
	complete := func() episodic.Receipt {
		t.Helper()
		r, err := e.Workflow.Complete(t.Context(), project, "long", completion)
		must(t, err)
		return r
	}
	first := complete()
	found, err := store.GetEpisodes(t.Context(), project, []string{first.Episode})
	must(t, err)
	made := found[0].Episode
	kinds := map[string]int{"decisions": len(made.Decisions)}
	for _, v := range made.Events {
		kinds[string(v.Type)]++
	}
	if diff := cmp.Diff(map[string]int{"decisions": 3000, "tool_call": agentrun.MaxOccurrences - 3000}, kinds); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	left := 0
	for i := range 10_000 {
		if kind, data := mix(i); kind == execution.TypeSpeculationStart || kind == execution.TypeTaskComplete && i >= 7500 {
			p, err := execution.Restore(execution.Event{ID: "123e4567-e89b-42d3-a456-000000000000", Workflow: "long", Type: kind, At: day, Data: []byte(data)})
			must(t, err)
			left += len(p.Data)
		}
	}
	wantNotes := []string{
		"made of 10000 execution events of workflow long",
		fmt.Sprintf("4000 of them, with %d bytes of data, are left out, because the episode is full", left),
		"1 links are left out, because the episode has no room for them or for an end",
	}
	if diff := cmp.Diff(wantNotes, made.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if again := complete(); again.Change != episodic.ChangeUnchanged || again.Revision != first.Revision {
		t.Errorf("again: %+v", again)
	}
	if w, err := store.GetWorkflow(t.Context(), project, "long"); err != nil || w.Events != 10_000 {
		t.Errorf("the workflow has %d events, %v", w.Events, err)
	}
	mixed(t, store, 10_007, 1)
	must(t, e.Workflow.Revise(t.Context(), project, "long"))
	found, err = store.GetEpisodes(t.Context(), project, []string{first.Episode})
	must(t, err)
	if late := found[0]; late.Revision != first.Revision+1 || len(late.Episode.Decisions) != 3001 || !strings.Contains(late.Episode.Notes[1], "4001 of them") {
		t.Errorf("after a late event: revision %d with %d decisions, %q", late.Revision, len(late.Episode.Decisions), late.Episode.Notes)
	}
}

// endless is a store in which a workflow has more events than are read together.
type endless struct{ *sqlitestore.Store }

// endlessEvents is how many it has.
const endlessEvents = 5000

func (endless) ListEvents(_ context.Context, q execution.Query) ([]execution.Stored, error) {
	data := []byte(fmt.Sprintf(`{"dump":%q}`, strings.Repeat("x", 60_000)))
	out := make([]execution.Stored, q.Limit)
	for i := range out {
		n := int(q.After.Sequence) + i + 1
		out[i] = execution.Stored{Sequence: int64(n), Event: execution.Event{
			ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n), Workflow: "wf", Type: execution.TypeOther, At: day.Add(time.Duration(n) * time.Second), Data: data,
		}}
	}
	return out, nil
}

func (endless) GetWorkflow(context.Context, string, string) (execution.Workflow, error) {
	return execution.Workflow{ID: "wf", Events: endlessEvents}, nil
}

func (endless) PutCompletion(context.Context, string, string, execution.Completion) error { return nil }

// Events of more than 48 MB are not read together, and the episode says how many it does not have.
func TestComplete_endless(t *testing.T) {
	_, store := memoryOf(t, nil)
	e := memory.NewEpisodes(memory.EpisodeParts{Store: store, Index: store.Index(), Executions: endless{store}, Progress: progress{}}, time.Now)
	r, err := e.Workflow.Complete(t.Context(), project, "wf", execution.Completion{Task: "x"})
	must(t, err)
	found, err := store.GetEpisodes(t.Context(), project, []string{r.Episode})
	must(t, err)
	made := found[0].Episode
	if n := len(made.Events); n < 500 || n > 1500 || !slices.Contains(made.Notes, fmt.Sprintf("%d later events are left out, because so many are not read", endlessEvents-n)) {
		t.Errorf("%d events, notes %q", n, made.Notes)
	}
}

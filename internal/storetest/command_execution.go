package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
)

// ExecutionEvent describes an execution event briefly.
type ExecutionEvent struct {
	// ID is the number of the id, Minute when it happened.
	ID, Minute int
	Workflow   string
	Type       execution.Type
	Domain     string
	User       string
	Text       string
}

// event returns the event that is meant.
func (e ExecutionEvent) event() execution.Event {
	data := map[string]any{"note": e.Text}
	if e.Domain != "" {
		data["context"] = map[string]string{"domain": e.Domain, "user": e.User}
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return execution.Event{
		ID: eventID(e.ID), Workflow: e.Workflow, Type: e.Type, Task: e.User, At: day().Add(time.Duration(e.Minute) * time.Minute), Data: text,
	}
}

func eventID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// PutEvents writes execution events.
type PutEvents struct {
	Project int
	Events  []ExecutionEvent
}

func (c PutEvents) run(ctx context.Context, w *world) (any, error) {
	events, recorded := make([]execution.Prepared, len(c.Events)), make([]time.Time, len(c.Events))
	for i, e := range c.Events {
		p, err := execution.Restore(e.event())
		if err != nil {
			return nil, err
		}
		events[i], recorded[i] = p, w.now.Truncate(time.Millisecond)
	}
	written, err := w.execution.PutEvents(ctx, w.project(c.Project), events, recorded, w.now)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, r := range written {
		out = append(out, fmt.Sprint(r.Change, r.Completed))
	}
	return out, nil
}

// ListEvents reads all execution events of a list, page by page.
type ListEvents struct {
	Project              int
	Workflow, ContextKey string
	Types                []execution.Type
	Size                 int
}

func (c ListEvents) run(ctx context.Context, w *world) (any, error) {
	q := execution.Query{Project: w.project(c.Project), Workflow: c.Workflow, ContextKey: c.ContextKey, Types: c.Types, Limit: max(c.Size, 1)}
	var out []execution.Stored
	seen := map[int64]bool{}
	for {
		page, err := w.execution.ListEvents(ctx, q)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if seen[page[i].Sequence] {
				return nil, fmt.Errorf("%ssequence %d comes twice", contradiction, page[i].Sequence)
			}
			seen[page[i].Sequence] = true
			q.After = execution.Place{Sequence: page[i].Sequence}
			if c.Workflow != "" || c.ContextKey != "" {
				q.After = page[i].Place()
			}
			page[i].Sequence = 0
		}
		out = append(out, page...)
		if len(page) < q.Limit {
			return out, nil
		}
	}
}

// GetEvents reads execution events by their ids.
type GetEvents struct {
	Project int
	IDs     []int
}

func (c GetEvents) run(ctx context.Context, w *world) (any, error) {
	ids := []string{eventID(999_999)}
	for _, n := range c.IDs {
		ids = append(ids, eventID(n), eventID(n))
	}
	found, err := w.execution.GetEvents(ctx, w.project(c.Project), ids)
	out := map[string]execution.Stored{}
	for _, e := range found {
		e.Sequence = 0
		out[e.ID] = e
	}
	return out, err
}

// Workflows reads workflows, contexts and counts.
type Workflows struct{ Project int }

func (c Workflows) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	out := []any{}
	for _, id := range append(workflows(), "unknown") {
		found, err := w.execution.GetWorkflow(ctx, project, id)
		if err != nil {
			out = append(out, kind(err))
			continue
		}
		out = append(out, found)
	}
	contexts, err := w.execution.ListContexts(ctx, project)
	if err != nil {
		return nil, err
	}
	sizes, err := w.execution.CountEvents(ctx, []string{project, "unknown"})
	if err != nil {
		return nil, err
	}
	size := sizes[project]
	if (size.Bytes > 0) != (size.Events > 0) {
		return nil, fmt.Errorf("%s%d events take %d bytes", contradiction, size.Events, size.Bytes)
	}
	size.Bytes = 0
	return append(out, contexts, size, sizes["unknown"]), nil
}

// CompleteWorkflow keeps a completion.
type CompleteWorkflow struct {
	Project        int
	Workflow, Task string
}

func (c CompleteWorkflow) run(ctx context.Context, w *world) (any, error) {
	return nil, w.execution.PutCompletion(ctx, w.project(c.Project), c.Workflow, execution.Completion{
		Task: c.Task, Outcome: episodic.OutcomeSuccess, Lessons: []string{c.Task},
	})
}

// PruneEvents removes execution events.
type PruneEvents struct {
	Project int
	// Before is a minute, Rested and Silent how many minutes ago.
	Before, Keep, Rested, Silent, Limit int
	DryRun                              bool
}

func (c PruneEvents) run(ctx context.Context, w *world) (any, error) {
	q := execution.Pruning{
		Project: w.project(c.Project), Keep: c.Keep, Limit: c.Limit, DryRun: c.DryRun,
		Rested: w.now.Add(-time.Duration(c.Rested) * time.Minute), Silent: w.now.Add(-time.Duration(c.Silent) * time.Minute),
	}
	if c.Before > 0 {
		q.Before = day().Add(time.Duration(c.Before) * time.Minute)
	}
	return w.execution.PruneEvents(ctx, q)
}

func workflows() []string { return []string{"w1", "W1", "w'2", "wü"} }

func executionTypes() []execution.Type {
	return []execution.Type{execution.TypeTaskComplete, execution.TypeSpeculationStart, execution.TypeHILDecision}
}

func drawPutEvents(t *rapid.T) Command {
	event := rapid.Custom(func(t *rapid.T) ExecutionEvent {
		return ExecutionEvent{
			ID: below(t, 30), Minute: below(t, 6), Workflow: one(workflows()...).Draw(t, "workflow"), Type: one(executionTypes()...).Draw(t, "type"),
			Domain: one("", "a", "A ", "b").Draw(t, "domain"), User: one("u", "v").Draw(t, "user"), Text: one("x", "x", "ß'\"\\").Draw(t, "text"),
		}
	})
	return PutEvents{drawProject(t), rapid.SliceOfN(event, 1, 6).Draw(t, "events")}
}

func drawListEvents(t *rapid.T) Command {
	c := ListEvents{Project: drawProject(t), Size: drawSize(t)}
	switch below(t, 3) {
	case 0:
		c.Workflow = one(workflows()...).Draw(t, "workflow")
	case 1:
		c.ContextKey = one(contextKeys()...).Draw(t, "key")
	}
	if rapid.Bool().Draw(t, "narrow") {
		c.Types = rapid.SliceOfN(one(executionTypes()...), 1, 2).Draw(t, "types")
	}
	return c
}

func contextKeys() []string {
	return []string{
		"workflowType:default|domain:default|complexity:default", "workflowType:default|domain:a|complexity:default",
		"workflowType:default|domain:b|complexity:default",
	}
}

func drawComplete(t *rapid.T) Command {
	return CompleteWorkflow{drawProject(t), one(append(workflows(), "unknown")...).Draw(t, "workflow"), one(parts()...).Draw(t, "task")}
}

func drawPrune(t *rapid.T) Command {
	return PruneEvents{
		Project: drawProject(t), Before: below(t, 6), Keep: below(t, 8) - 1, Rested: below(t, 3), Silent: below(t, 4), Limit: one(1, 3, everything).Draw(t, "limit"),
		DryRun: rapid.Bool().Draw(t, "dry"),
	}
}

func executionRecipe() recipe {
	return recipe{steps: 15, checks: executionChecks, embedded: 12, server: 4, commands: commands(
		drawPutEvents, drawPutEvents, drawPutEvents, drawPutEvents, drawListEvents, drawListEvents, drawComplete, drawPrune, drawPrune,
		drawAdvance, drawPurgeProject, drawRecord(false),
	)}
}

// executionChecks reads all execution events in each order.
func executionChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		var all []Command
		for p := range projects {
			all = append(all, Workflows{p}, ListEvents{Project: p, Size: 3}, GetEvents{p, []int{0, 1, 2, 3, 4, 5, 6, 7}})
			for _, id := range workflows() {
				all = append(all, ListEvents{Project: p, Workflow: id, Size: 2})
			}
			for _, key := range contextKeys() {
				all = append(all, ListEvents{Project: p, ContextKey: key, Size: 2})
			}
		}
		if w.alone || done < 0 {
			return all
		}
		return []Command{all[done%len(all)], all[(done+5)%len(all)]}
	}
}

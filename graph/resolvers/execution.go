package resolvers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (m mutation) CaptureEvents(
	ctx context.Context, project string, events []execution.Event, waitFor journal.State, key *string,
) (*model.CaptureEventsPayload, error) {
	if waitFor == journal.StateFailed {
		return nil, problem.Refuse("waitFor", "JOURNALED, APPLIED or INDEXED can be waited for")
	}
	if key != nil {
		if err := idempotency.Check(*key); err != nil {
			return nil, err
		}
	}
	receipts, err := m.capture.Capture(ctx, capture.Call{Project: project, Events: events, Key: orEmpty(key), WaitFor: waitFor})
	if err != nil {
		return nil, captured(err)
	}
	return &model.CaptureEventsPayload{Receipts: shownReceipts(receipts)}, nil
}

func shownReceipts(all []capture.Receipt) []model.CaptureReceipt {
	out := make([]model.CaptureReceipt, len(all))
	for i, r := range all {
		out[i] = model.CaptureReceipt{Receipt: r.Receipt, Found: r.Found}
	}
	return out
}

// captured names the events of a conflict, or the key.
func captured(err error) error {
	var conflict *journal.ConflictError
	if !errors.As(err, &conflict) {
		return err
	}
	if conflict.Key != "" {
		return idempotency.ErrConflict
	}
	var c problem.Checker
	for i, at := range conflict.Positions {
		c.Add(problem.Problem{
			Path: fmt.Sprintf("events[%d].id", at), Code: "CONFLICT",
			Message: fmt.Sprintf("event %s was captured with another content; an event never changes", conflict.IDs[i]),
		})
	}
	return c.Err()
}

func (m mutation) CompleteWorkflow(
	ctx context.Context, project, run string, input execution.Completion, key *string,
) (*model.EpisodePayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "completeWorkflow", Arguments: []any{run, input}}
	receipt, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (episodic.Receipt, error) {
		return m.capture.Complete(ctx, project, run, input)
	})
	if err != nil {
		return nil, completed(err)
	}
	e, shown, err := acknowledged(ctx, receipt)
	return &model.EpisodePayload{Episode: e, Receipt: shown}, err
}

// completed puts the paths of a problem below the argument that they are in.
func completed(err error) error {
	return renamed(err, func(path string) string {
		if path == "project" || path == "workflow" || path == "idempotencyKey" {
			return path
		}
		return "input." + path
	})
}

func (m mutation) RetryCaptures(ctx context.Context, project string, events []string, key *string) (*model.RetryCapturesPayload, error) {
	if err := fewEvents(events); err != nil {
		return nil, err
	}
	call := idempotency.Call{Project: project, Key: key, Operation: "retryCaptures", Arguments: events}
	retried, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (int, error) {
		return m.capture.Retry(ctx, project, events)
	})
	if err != nil {
		return nil, err
	}
	return &model.RetryCapturesPayload{Retried: retried}, nil
}

func (m mutation) PruneEvents(ctx context.Context, project string, days, keep int, dryRun bool, key *string) (*model.PruneEventsPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "pruneEvents", Arguments: []any{days, keep, dryRun}}
	removed, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (int, error) {
		ctx = m.audit.Note(ctx, project, audit.PruneEvents, "", 0)
		return m.episodes.Workflow.Prune(ctx, project, days, keep, dryRun)
	})
	if err != nil {
		return nil, err
	}
	return &model.PruneEventsPayload{Removed: removed}, nil
}

// eventList is the name of the list of a workflow in cursors, failureList that of failures.
const (
	eventList   = "workflowEvents"
	failureList = "failures"
)

func (q query) Capture(_ context.Context, project string) (*model.Capture, error) {
	return &model.Capture{Project: project}, nil
}

type captureResolver struct{ *Root }

func (r captureResolver) WorkflowEvents(
	ctx context.Context, c *model.Capture, run string, types []execution.Type, data []workflow.Match, first int, after *string,
) (*model.ExecutionEventConnection, error) {
	w, err := model.NewWindow(eventList, first, after)
	if err != nil {
		return nil, err
	}
	question := execution.Query{Project: c.Project, Workflow: run, Types: types, Limit: first}
	if cursor := w.Page().After; cursor != "" {
		if question.After, err = execution.ParsePlace(cursor); err != nil {
			return nil, problem.Refuse("after", "it is no cursor of this list; use the endCursor of its page before")
		}
	}
	page, err := r.episodes.Workflow.WorkflowEvents(ctx, question, data)
	if err != nil {
		return nil, err
	}
	return model.NewExecutionEventConnection(eventList, after != nil, page), nil
}

func (r captureResolver) RelevantEvents(
	ctx context.Context, c *model.Capture, given json.RawMessage, types []execution.Type, first int, fallback bool,
) (*model.RelevantEvents, error) {
	var names map[string]any
	decoder := json.NewDecoder(bytes.NewReader(given))
	decoder.UseNumber()
	if err := decoder.Decode(&names); err != nil || names == nil {
		return nil, problem.Refuse("context", "an object of names and values is wanted, like {domain: \"web\"}")
	}
	if err := execution.CheckContext("context", names); err != nil {
		return nil, err
	}
	answer, err := r.episodes.Workflow.Relevant(ctx, workflow.Question{
		Project: c.Project, Context: names, Types: types, First: first, Fallback: fallback,
	})
	if err != nil {
		return nil, err
	}
	return &model.RelevantEvents{Answer: answer}, nil
}

func (r captureResolver) Receipts(ctx context.Context, c *model.Capture, events []string, key *string) ([]model.CaptureReceipt, error) {
	if (key == nil) == (events == nil) {
		return nil, problem.Refuse("events", "give either events or idempotencyKey")
	}
	if err := fewEvents(events); err != nil {
		return nil, err
	}
	read := func() ([]capture.Receipt, error) { return r.capture.Receipts(ctx, c.Project, events) }
	if key != nil {
		read = func() ([]capture.Receipt, error) { return r.capture.ReceiptsOfKey(ctx, c.Project, *key) }
	}
	found, err := read()
	return shownReceipts(found), err
}

// fewEvents returns an error for a list of more ids than are taken.
func fewEvents(events []string) error {
	if n := len(events); n > execution.MaxCall {
		return problem.RefuseSize("events", "%d ids; at most %d are taken", n, execution.MaxCall)
	}
	return nil
}

func (r captureResolver) Failures(ctx context.Context, c *model.Capture, first int, after *string) (*model.CaptureReceiptConnection, error) {
	w, err := model.NewWindow(failureList, first, after)
	if err != nil {
		return nil, err
	}
	found, err := r.capture.Failures(ctx, c.Project, w.Page())
	if err != nil {
		return nil, err
	}
	page := model.Connect(w, found, capture.FailureKey, func(cursor string, r capture.Receipt) model.CaptureReceiptEdge {
		return model.CaptureReceiptEdge{Edge: model.Edge[model.CaptureReceipt]{Cursor: cursor, Node: model.CaptureReceipt{Receipt: r.Receipt, Found: r.Found}}}
	}, nil)
	return &model.CaptureReceiptConnection{Connection: page}, nil
}

func (r captureResolver) Health(ctx context.Context, c *model.Capture) (*model.CaptureHealth, error) {
	health, err := r.episodes.Workflow.Health(ctx, c.Project)
	if err != nil {
		return nil, err
	}
	stats, err := r.capture.Stats(ctx)
	if err != nil {
		return nil, err
	}
	return &model.CaptureHealth{
		Health: health, Waiting: int(stats.Journaled.Records + stats.Applied.Records), Failed: int(stats.Failed.Records),
	}, nil
}

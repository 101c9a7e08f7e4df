package model

import (
	"encoding/json"
	"time"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// Capture is what was captured of the workflows of a project.
type Capture struct{ Project string }

// ExecutionEvent is an execution event as the schema shows it.
type ExecutionEvent struct {
	execution.Stored
}

// WorkflowID names the run.
func (e ExecutionEvent) WorkflowID() string { return e.Workflow }

// TaskID returns nil when the event is about no task.
func (e ExecutionEvent) TaskID() *string { return optional(e.Task) }

// ExecutionEventConnection is a page of execution events.
type ExecutionEventConnection struct {
	Connection[ExecutionEventEdge]
}

// Nodes returns the items alone.
func (c ExecutionEventConnection) Nodes() []ExecutionEvent { return nodes(c.Edges) }

// ExecutionEventEdge is one execution event of a page.
type ExecutionEventEdge struct{ Edge[ExecutionEvent] }

// NewExecutionEventConnection makes a page of a list. Its end is where the list was left, which with a
// filter on data may be behind the last event that is shown.
func NewExecutionEventConnection(list string, after bool, page workflow.List) *ExecutionEventConnection {
	var c ExecutionEventConnection
	c.Edges = []ExecutionEventEdge{}
	c.PageInfo.HasPreviousPage, c.PageInfo.HasNextPage = after, page.More
	for _, e := range page.Events {
		c.Edges = append(c.Edges, ExecutionEventEdge{Edge[ExecutionEvent]{EncodeCursor(list, e.Place().String()), ExecutionEvent{e}}})
	}
	if len(c.Edges) > 0 {
		c.PageInfo.StartCursor = &c.Edges[0].Cursor
	}
	if page.Next != (execution.Place{}) {
		end := EncodeCursor(list, page.Next.String())
		c.PageInfo.EndCursor = &end
	}
	return &c
}

// RelevantEvents are the events of a context as the schema shows them.
type RelevantEvents struct {
	workflow.Answer
}

// Hits are the events.
func (r RelevantEvents) Hits() []RelevantEvent {
	out := make([]RelevantEvent, len(r.Answer.Hits))
	for i, h := range r.Answer.Hits {
		out[i] = RelevantEvent{Event: ExecutionEvent{h.Stored}, Match: ContextMatchExact}
		if h.Similar {
			out[i].Match, out[i].Cosine = ContextMatchSimilar, &h.Cosine
		}
	}
	return out
}

// Reason returns nil when the answer is whole.
func (r RelevantEvents) Reason() *string { return optional(r.Answer.Reason) }

// RelevantEvent is one of them.
type RelevantEvent struct {
	Event ExecutionEvent
	Match ContextMatch
	// Cosine is nil for an exact one.
	Cosine *float64
}

// CaptureReceipt is the receipt of a captured event as the schema shows it.
type CaptureReceipt struct {
	journal.Receipt
	// Found counts what was kept out, by kind; nil if that is not known.
	Found privacy.Counts
}

// Redacted returns nil if that is not known.
func (r CaptureReceipt) Redacted() (json.RawMessage, error) {
	if r.Found == nil {
		return nil, nil
	}
	return json.Marshal(r.Found)
}

// EventID is the id of the event.
func (r CaptureReceipt) EventID() string { return r.ID }

// Reason returns nil unless the event was refused.
func (r CaptureReceipt) Reason() *string { return optional(r.Receipt.Reason) }

// AppliedAt returns nil before the graph has the event.
func (r CaptureReceipt) AppliedAt() *time.Time {
	if r.Receipt.AppliedAt.IsZero() {
		return nil
	}
	return &r.Receipt.AppliedAt
}

// CaptureReceiptConnection is a page of receipts.
type CaptureReceiptConnection struct {
	Connection[CaptureReceiptEdge]
}

// Nodes returns the items alone.
func (c CaptureReceiptConnection) Nodes() []CaptureReceipt { return nodes(c.Edges) }

// CaptureReceiptEdge is one receipt of a page.
type CaptureReceiptEdge struct{ Edge[CaptureReceipt] }

// CaptureHealth is the health of capture as the schema shows it.
type CaptureHealth struct {
	workflow.Health
	// Waiting is what waits in the journal, Failed what was set aside, of all projects.
	Waiting, Failed int
}

// CollisionRate is the share of keys that collide.
func (h CaptureHealth) CollisionRate() float64 { return h.Rate() }

// SplitBy returns nil without collisions.
func (h CaptureHealth) SplitBy() *string { return optional(h.Health.SplitBy) }

package execution

import (
	"encoding/json"
	"time"
)

// Type is the kind of an execution event.
type Type string

// The types. TypeOther is what imports make of unknown ones.
const (
	TypeWorkflowStart     Type = "workflow_start"
	TypeWorkflowComplete  Type = "workflow_complete"
	TypeSpeculationStart  Type = "speculation_start"
	TypeSpeculationResult Type = "speculation_result"
	TypeTaskComplete      Type = "task_complete"
	TypeAILDecision       Type = "ail_decision"
	TypeHILDecision       Type = "hil_decision"
	TypeOther             Type = "other"
)

// types lists all types.
func types() []Type {
	return []Type{
		TypeWorkflowStart, TypeWorkflowComplete, TypeSpeculationStart, TypeSpeculationResult, TypeTaskComplete,
		TypeAILDecision, TypeHILDecision, TypeOther,
	}
}

// Event is one thing that a workflow reports while it runs.
type Event struct {
	// ID is a UUID, the only one of its project; [Prepare] makes one if it is empty.
	ID string `json:"id"`
	// Workflow names the run that the event belongs to: 1 to 190 characters, no slash, no space.
	Workflow string `json:"workflowId"`
	Type     Type   `json:"type"`
	// Task names the task of the workflow; empty if the event is about none.
	Task string `json:"taskId,omitempty"`
	// At is when it happened, by the clock of the caller, in milliseconds.
	At time.Time `json:"at"`
	// Data is a JSON object. Its keys context, prediction, result and decision have a form of
	// their own; any other key is kept as it is.
	Data json.RawMessage `json:"data"`
}

// Stored is an execution event as a store holds it.
type Stored struct {
	Event
	// Sequence is given by the store; it orders events of equal times and never comes twice.
	Sequence int64
	// ContextKey is what the event is found by, KeyRule the version of the rule that made it.
	ContextKey string
	KeyRule    int
	// RecordedAt is when the event was taken in, by the clock of the server.
	RecordedAt time.Time
}

// Workflow is what a store knows of a run.
type Workflow struct {
	ID string
	// Events is the number of its events that are kept, Removed of those that retention removed.
	Events, Removed int
	// LastRecorded is when its last event was taken in.
	LastRecorded time.Time
	// Completion is what completed the workflow; nil before.
	Completion *Completion
}

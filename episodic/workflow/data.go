package workflow

import (
	"encoding/json"

	"github.com/causeway-memory/causeway/episodic/execution"
)

// data are the parts of an event's data that have a form.
type data struct {
	// Context holds what was known, from name to text, number or truth value.
	Context    map[string]any `json:"context"`
	Prediction *prediction    `json:"prediction"`
	Result     *result        `json:"result"`
	Decision   *decision      `json:"decision"`
	// PredictionEventID names the event whose prediction a speculation result is about.
	PredictionEventID string `json:"predictionEventId"`
}

// prediction is what is going to be used next, as somebody predicts it.
type prediction struct {
	ToolID string `json:"toolId"`
	// Confidence is from 0 to 1.
	Confidence float64 `json:"confidence"`
	Reasoning  string  `json:"reasoning"`
	// WasCorrect is nil while that is unknown.
	WasCorrect *bool `json:"wasCorrect"`
}

// result is how a task ended.
type result struct {
	// Status is success or error.
	Status string `json:"status"`
	Output any    `json:"output"`
	// ExecutionTimeMs is 0 or more; nil if nobody measured it.
	ExecutionTimeMs *float64 `json:"executionTimeMs"`
}

// decision is a choice of the agent (ail) or of a person (hil) in the loop.
type decision struct {
	Type      string `json:"type"`
	Action    string `json:"action"`
	Reasoning string `json:"reasoning"`
}

// partsOf returns the parts of an event's data that have a form.
func partsOf(e execution.Event) (data, error) {
	var d data
	err := json.Unmarshal(e.Data, &d)
	return d, err
}

// The statuses of a result.
const (
	statusSuccess = "success"
	statusError   = "error"
)

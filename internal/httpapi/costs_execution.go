package httpapi

import (
	"encoding/json"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/graph/generated"
	"github.com/causeway-memory/causeway/internal/journal"
)

// executions sets the cost of lists of execution events and of their receipts.
func executions(c *generated.ComplexityRoot) {
	c.Capture.WorkflowEvents = func(child int, _ string, _ []execution.Type, _ []workflow.Match, first int, _ *string) int {
		return times(page(first), child)
	}
	c.Capture.RelevantEvents = func(child int, _ json.RawMessage, _ []execution.Type, first int, _ bool) int {
		return times(min(first, workflow.MaxRelevant), child)
	}
	c.Capture.Receipts = func(child int, events []string, _ *string) int { return times(len(events), child) }
	c.Capture.Failures = func(child int, first int, _ *string) int { return times(page(first), child) }
	c.Capture.Traces = func(child int, first int, _ *string) int { return times(page(first), child) }
	c.Mutation.CaptureEvents = func(child int, _ string, events []execution.Event, _ journal.State, _ *string) int {
		return times(min(len(events), execution.MaxCall), child)
	}
	c.CaptureHealth.TopKeys = list
}

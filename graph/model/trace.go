package model

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/internal/journal"
)

// Trace says what came of a trace as the schema shows it.
type Trace struct {
	journal.Trace
}

// WorkflowID names the trace or session.
func (t Trace) WorkflowID() string { return t.Workflow }

// Stored counts spans and records.
func (t Trace) Stored() int { return int(t.Trace.Stored) }

// Merged counts repeats.
func (t Trace) Merged() int { return int(t.Trace.Merged) }

// Refused counts what was not taken by its reason, in their order.
func (t Trace) Refused() []TraceRefusal {
	out := []TraceRefusal{}
	for _, reason := range slices.Sorted(maps.Keys(t.Reasons)) {
		out = append(out, TraceRefusal{Reason: reason, Items: int(t.Reasons[reason])})
	}
	return out
}

// Due reports whether the episode lacks something.
func (t Trace) Due() bool { return t.Trace.Stored > t.MadeOf }

// Problem returns nil if there is an episode, or none is due.
func (t Trace) Problem() *string { return optional(t.Trace.Problem) }

// TraceRefusal counts what was not taken for one reason.
type TraceRefusal struct {
	Reason string
	Items  int
}

// TraceConnection is a page of traces.
type TraceConnection struct {
	Connection[TraceEdge]
}

// Nodes returns the items alone.
func (c TraceConnection) Nodes() []Trace { return nodes(c.Edges) }

// TraceEdge is one trace of a page.
type TraceEdge struct{ Edge[Trace] }

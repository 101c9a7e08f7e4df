package cypher

import _ "embed" // the statements are files

// RecordEvents writes execution events that are new, with sequences in their order.
//
//go:embed execution/record_events.cypher
var RecordEvents Statement

// ListWorkflowEvents answers: a page of the execution events of a workflow, by time, then sequence.
//
//go:embed execution/list_workflow_events.cypher
var ListWorkflowEvents Statement

// ListKeyEvents answers: a page of the execution events of a context key, newest first.
//
//go:embed execution/list_key_events.cypher
var ListKeyEvents Statement

// ListEvents answers: a page of the execution events of a project, by sequence.
//
//go:embed execution/list_events.cypher
var ListEvents Statement

// GetEvents answers: execution events by their ids.
//
//go:embed execution/get_events.cypher
var GetEvents Statement

// GetWorkflow answers: one workflow.
//
//go:embed execution/get_workflow.cypher
var GetWorkflow Statement

// SetCompletion keeps what completed a workflow; returns a row if there is one.
//
//go:embed execution/set_completion.cypher
var SetCompletion Statement

// ListContexts answers: the different contexts of the execution events of a project.
//
//go:embed execution/list_contexts.cypher
var ListContexts Statement

// CountEvents answers: how many execution events projects have.
//
//go:embed execution/count_events.cypher
var CountEvents Statement

// FindSurplus answers: the newest execution event of a project that is beyond the number to keep.
//
//go:embed execution/find_surplus.cypher
var FindSurplus Statement

// ListPrunable answers: execution events that retention removes, oldest first.
//
//go:embed execution/list_prunable.cypher
var ListPrunable Statement

// RemoveEvents removes execution events, and workflows that have none left and were not completed.
//
//go:embed execution/remove_events.cypher
var RemoveEvents Statement

// PurgeEvents removes some of the execution events of a project.
//
//go:embed execution/purge_events.cypher
var PurgeEvents Statement

// PurgeWorkflows removes the workflows of a project, whose events are gone.
//
//go:embed execution/purge_workflows.cypher
var PurgeWorkflows Statement

// 047_execution_event_workflow: Execution events of a workflow, by time and sequence.
// params: none
// returns: nothing
CREATE INDEX execution_event_workflow IF NOT EXISTS
FOR (e:ExecutionEvent) ON (e.project, e.workflow, e.at, e.sequence)

// 049_execution_event_order: Execution events by time and sequence.
// params: none
// returns: nothing
CREATE INDEX execution_event_order IF NOT EXISTS
FOR (e:ExecutionEvent) ON (e.project, e.at, e.sequence)

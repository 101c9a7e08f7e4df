// 048_execution_event_key: Execution events of a context key, by time and sequence.
// params: none
// returns: nothing
CREATE INDEX execution_event_key IF NOT EXISTS
FOR (e:ExecutionEvent) ON (e.project, e.contextKey, e.at, e.sequence)

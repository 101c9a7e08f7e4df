// 050_execution_event_sequence: Execution events by sequence.
// params: none
// returns: nothing
CREATE INDEX execution_event_sequence IF NOT EXISTS
FOR (e:ExecutionEvent) ON (e.project, e.sequence)

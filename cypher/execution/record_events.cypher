// record_events: Writes execution events that are new, with sequences in their order.
// params: project, events (list of {id, workflow, type, task, at, recordedAt, contextKey, keyRule, context, data})
// returns: id, sequence, completed
// The project is locked.
MATCH (p:Project {name: $project})
SET p.eventSequence = coalesce(p.eventSequence, 0) + size($events)
WITH p.eventSequence - size($events) AS before
UNWIND range(0, size($events) - 1) AS place
WITH before + place + 1 AS sequence, $events[place] AS row
CREATE (e:ExecutionEvent {project: $project, id: row.id})
SET e += row, e.sequence = sequence
MERGE (w:Workflow {project: $project, id: row.workflow})
ON CREATE SET w.events = 0, w.bytes = 0, w.removed = 0, w.lastRecorded = row.recordedAt
SET w.events = w.events + 1, w.bytes = w.bytes + size(row.data),
    w.lastRecorded = CASE WHEN row.recordedAt > w.lastRecorded THEN row.recordedAt ELSE w.lastRecorded END
RETURN row.id AS id, sequence, w.completion IS NOT NULL AS completed

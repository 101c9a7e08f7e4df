// remove_events: Removes execution events, and workflows that have none left and were not completed.
// params: project, ids
// returns: nothing
UNWIND $ids AS id
MATCH (e:ExecutionEvent {project: $project, id: id})
WITH e, e.workflow AS workflow, size(e.data) AS bytes
DELETE e
WITH workflow, count(*) AS events, sum(bytes) AS bytes
MATCH (w:Workflow {project: $project, id: workflow})
SET w.events = w.events - events, w.bytes = w.bytes - bytes, w.removed = w.removed + events
WITH w
WHERE w.events = 0 AND w.completion IS NULL
DELETE w

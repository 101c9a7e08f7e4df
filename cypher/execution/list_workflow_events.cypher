// list_workflow_events: A page of the execution events of a workflow, by time, then sequence.
// params: project, workflow, types, at, sequence, limit
// returns: sequence, id, workflow, type, task, at, recordedAt, contextKey, keyRule, context, data
// types is null for any; at and sequence are those of the event before.
MATCH (e:ExecutionEvent)
WHERE e.project = $project AND e.workflow = $workflow AND e.at >= $at AND e.sequence >= 0
  AND (e.at > $at OR e.sequence > $sequence) AND ($types IS NULL OR e.type IN $types)
RETURN e.sequence AS sequence, e.id AS id, e.workflow AS workflow, e.type AS type, e.task AS task, e.at AS at, e.recordedAt AS recordedAt,
       e.contextKey AS contextKey, e.keyRule AS keyRule, e.context AS context, e.data AS data
ORDER BY at, sequence
LIMIT $limit

// list_events: A page of the execution events of a project, by sequence.
// params: project, types, sequence, limit
// returns: sequence, id, workflow, type, task, at, recordedAt, contextKey, keyRule, context, data
// types is null for any; sequence is that of the event before.
MATCH (e:ExecutionEvent)
WHERE e.project = $project AND e.sequence > $sequence AND ($types IS NULL OR e.type IN $types)
RETURN e.sequence AS sequence, e.id AS id, e.workflow AS workflow, e.type AS type, e.task AS task, e.at AS at, e.recordedAt AS recordedAt,
       e.contextKey AS contextKey, e.keyRule AS keyRule, e.context AS context, e.data AS data
ORDER BY sequence
LIMIT $limit

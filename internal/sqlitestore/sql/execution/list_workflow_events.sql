-- list_workflow_events: A page of the execution events of a workflow, by time, then sequence.
-- params: project, workflow, types, at, sequence, limit
-- returns: sequence, id, workflow, type, task, at, recorded_at, context_key, rule, context, data
-- types is null for any; at and sequence are those of the event before.
SELECT e.sequence AS sequence, lower(hex(e.id)) AS id, w.id AS workflow, e.type AS type, e.task AS task, e.at AS at, e.recorded_at AS recorded_at,
       k.key AS context_key, k.rule AS rule, c.content AS context, e.data AS data
FROM project p
CROSS JOIN workflow w ON w.project = p.number AND w.id = $workflow
CROSS JOIN execution_event e ON e.workflow = w.number
CROSS JOIN execution_key k ON k.number = e.key
CROSS JOIN execution_context c ON c.number = e.context
WHERE p.name = $project AND (e.at, e.sequence) > ($at, $sequence)
  AND ($types IS NULL OR e.type IN (SELECT t.value FROM json_each($types) t))
ORDER BY e.at, e.sequence
LIMIT $limit

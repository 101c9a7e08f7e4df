-- list_events: A page of the execution events of a project, by sequence.
-- params: project, types, sequence, limit
-- returns: sequence, id, workflow, type, task, at, recorded_at, context_key, rule, context, data
-- types is null for any; sequence is that of the event before.
SELECT e.sequence AS sequence, lower(hex(e.id)) AS id, w.id AS workflow, e.type AS type, e.task AS task, e.at AS at, e.recorded_at AS recorded_at,
       k.key AS context_key, k.rule AS rule, c.content AS context, e.data AS data
FROM project p
CROSS JOIN execution_event e ON e.sequence > $sequence AND e.project = p.number
CROSS JOIN workflow w ON w.number = e.workflow
CROSS JOIN execution_key k ON k.number = e.key
CROSS JOIN execution_context c ON c.number = e.context
WHERE p.name = $project
  AND ($types IS NULL OR e.type IN (SELECT t.value FROM json_each($types) t))
ORDER BY e.sequence
LIMIT $limit

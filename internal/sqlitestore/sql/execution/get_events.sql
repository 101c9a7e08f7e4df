-- get_events: Execution events by their ids.
-- params: project, ids (list of UUIDs without dashes)
-- returns: sequence, id, workflow, type, task, at, recorded_at, context_key, rule, context, data
SELECT e.sequence AS sequence, lower(hex(e.id)) AS id, w.id AS workflow, e.type AS type, e.task AS task, e.at AS at, e.recorded_at AS recorded_at,
       k.key AS context_key, k.rule AS rule, c.content AS context, e.data AS data
FROM project p
CROSS JOIN json_each($ids) i
CROSS JOIN execution_event e ON e.project = p.number AND e.id = unhex(i.value)
CROSS JOIN workflow w ON w.number = e.workflow
CROSS JOIN execution_key k ON k.number = e.key
CROSS JOIN execution_context c ON c.number = e.context
WHERE p.name = $project

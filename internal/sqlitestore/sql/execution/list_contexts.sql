-- list_contexts: The different contexts of the execution events of a project, by key, then context.
-- params: project
-- returns: context_key, context, events
SELECT k.key AS context_key, c.content AS context, c.events AS events
FROM project p
CROSS JOIN execution_key k ON k.project = p.number
CROSS JOIN execution_context c ON c.key = k.number
WHERE p.name = $project
ORDER BY k.key, c.content

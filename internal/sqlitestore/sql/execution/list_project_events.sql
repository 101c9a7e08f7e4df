-- list_project_events: Some of the execution events of a project, to be purged.
-- params: project, limit
-- returns: sequence
SELECT e.sequence AS sequence
FROM project p
CROSS JOIN execution_event e ON e.project = p.number
WHERE p.name = $project
LIMIT $limit

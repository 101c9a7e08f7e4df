-- get_workflow: One workflow.
-- params: project, workflow
-- returns: events, removed, last_recorded, completion
SELECT w.events AS events, w.removed AS removed, w.last_recorded AS last_recorded, w.completion AS completion
FROM project p
CROSS JOIN workflow w ON w.project = p.number AND w.id = $workflow
WHERE p.name = $project

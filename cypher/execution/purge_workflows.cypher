// purge_workflows: Removes the workflows of a project, whose events are gone.
// params: project
// returns: nothing
MATCH (w:Workflow)
WHERE w.project = $project AND w.id > ''
DELETE w

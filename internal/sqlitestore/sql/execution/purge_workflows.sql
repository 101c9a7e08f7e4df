-- purge_workflows: Removes the workflows of a project, whose events are gone.
-- params: project
-- returns: nothing
DELETE FROM workflow WHERE project = (SELECT p.number FROM project p WHERE p.name = $project)

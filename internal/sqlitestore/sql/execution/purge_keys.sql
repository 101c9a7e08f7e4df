-- purge_keys: Removes the context keys of a project, whose events are gone.
-- params: project
-- returns: nothing
DELETE FROM execution_key WHERE project = (SELECT p.number FROM project p WHERE p.name = $project)

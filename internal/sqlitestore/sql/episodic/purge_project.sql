-- purge_project: Removes a project without episodes.
-- params: project
-- returns: nothing
DELETE FROM project WHERE name = $project

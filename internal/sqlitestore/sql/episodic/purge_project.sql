-- purge_project: Removes a project that holds no episode.
-- params: project
-- returns: nothing
DELETE FROM project WHERE name = $project
